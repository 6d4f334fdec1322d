package org.goodtiming.scheduler.cli.doctor;

/**
 * The planned use of the database.
 *
 * @param nodes planned number of nodes, even if fewer run now
 * @param preparesTransactions whether {@code scheduler.transactions} is {@code xa}
 */
public record Plan(int nodes, boolean preparesTransactions) {}
