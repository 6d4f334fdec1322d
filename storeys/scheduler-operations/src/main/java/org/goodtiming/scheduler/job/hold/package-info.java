/** The statements on table job for what people hold, move and pause. */
@NullMarked
package org.goodtiming.scheduler.job.hold;

import org.jspecify.annotations.NullMarked;
