package org.goodtiming.scheduler.cli.doctor;

/**
 * What the database is to be sufficient for.
 *
 * @param nodes as many as will run, also if fewer run now
 * @param preparesTransactions whether {@code scheduler.transactions} is {@code xa}
 */
public record Plan(int nodes, boolean preparesTransactions) {}
