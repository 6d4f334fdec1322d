package org.goodtiming.scheduler.dev.demo;

/** How long after their due time the checks were made, by database time, in milliseconds. */
record Lateness(double p50, double p95, double p99, double max) {}
