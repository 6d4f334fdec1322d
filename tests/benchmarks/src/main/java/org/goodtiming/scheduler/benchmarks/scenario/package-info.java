/** Measures of the scheduler's own behaviour, each on a stack of its own. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
