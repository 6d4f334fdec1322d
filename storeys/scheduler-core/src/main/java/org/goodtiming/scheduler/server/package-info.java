/** Whether database and broker answer. */
@NullMarked
package org.goodtiming.scheduler.server;

import org.jspecify.annotations.NullMarked;
