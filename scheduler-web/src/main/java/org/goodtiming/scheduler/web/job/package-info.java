/** Jobs and their runs. */
@NullMarked
package org.goodtiming.scheduler.web.job;

import org.jspecify.annotations.NullMarked;
