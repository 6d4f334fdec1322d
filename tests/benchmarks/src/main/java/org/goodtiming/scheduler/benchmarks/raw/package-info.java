/**
 * The bare pipelines: what registration and dispatch do at least, without a container. The
 * yardstick for ours.
 */
@NullMarked
package org.goodtiming.scheduler.benchmarks.raw;

import org.jspecify.annotations.NullMarked;
