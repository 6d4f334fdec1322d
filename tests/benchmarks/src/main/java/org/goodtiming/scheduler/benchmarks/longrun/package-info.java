/** A worker of long runs, deployed to the server for the benchmark of cancels. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.longrun;

import org.jspecify.annotations.NullMarked;
