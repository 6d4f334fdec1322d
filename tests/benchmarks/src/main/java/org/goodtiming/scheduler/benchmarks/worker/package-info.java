/** Workers that do nothing, deployed to the server for the benchmark. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.worker;

import org.jspecify.annotations.NullMarked;
