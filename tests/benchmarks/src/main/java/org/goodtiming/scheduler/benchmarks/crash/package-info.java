/** What becomes of due jobs when a node is killed while it hands them out. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
