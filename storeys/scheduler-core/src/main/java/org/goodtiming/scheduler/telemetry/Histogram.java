package org.goodtiming.scheduler.telemetry;

import java.util.List;

/**
 * A metric that shows how numbers are distributed.
 *
 * @param limits upper limits of its buckets, for times in seconds
 */
public record Histogram(String name, String help, List<Double> limits) {}
