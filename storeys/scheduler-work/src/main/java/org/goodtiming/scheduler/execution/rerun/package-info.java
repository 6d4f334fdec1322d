/** Runs that operators repeat or add. */
@NullMarked
package org.goodtiming.scheduler.execution.rerun;

import org.jspecify.annotations.NullMarked;
