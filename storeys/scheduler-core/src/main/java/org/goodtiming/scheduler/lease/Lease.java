package org.goodtiming.scheduler.lease;

/** Proof of leadership for a claim: invalid when the row has a later epoch. */
public record Lease(String partition, String holder, long epoch) {}
