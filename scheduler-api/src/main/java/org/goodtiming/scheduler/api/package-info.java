/** What applications and workers compile against. */
@NullMarked
package org.goodtiming.scheduler.api;

import org.jspecify.annotations.NullMarked;
