/** The statements on table job with which operators hold, move and pause jobs. */
@NullMarked
package org.goodtiming.scheduler.job.hold;

import org.jspecify.annotations.NullMarked;
