/** Counts events for Prometheus. */
@NullMarked
package org.goodtiming.scheduler.metrics;

import org.jspecify.annotations.NullMarked;
