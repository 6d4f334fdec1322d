package org.goodtiming.scheduler.lease;

/** Proof of leadership that a claim must show: it is worthless once a later epoch is in the row. */
public record Lease(String partition, String holder, long epoch) {}
