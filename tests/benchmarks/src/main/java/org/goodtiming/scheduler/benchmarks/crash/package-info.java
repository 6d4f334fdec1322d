/** Measures the fate of due jobs when the node that hands them out is killed. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
