/** The job, and all SQL of its table. */
@NullMarked
package org.goodtiming.scheduler.job;

import org.jspecify.annotations.NullMarked;
