/** Arrivals that are booked outside of the process they happen in, so that they outlive it. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.booking;

import org.jspecify.annotations.NullMarked;
