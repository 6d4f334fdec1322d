/** Figures of the scheduler, measured on the development stack. */
@NullMarked
package org.goodtiming.scheduler.benchmarks;

import org.jspecify.annotations.NullMarked;
