package org.goodtiming.scheduler.job;

import java.util.List;

/**
 * What one claim took out of the table.
 *
 * @param rows all rows taken, with those that expired or were cancelled
 * @param jobs to be handed over, by due time
 * @param progress of the run, with this claim
 */
public record Claim(int rows, List<ClaimedJob> jobs, Progress progress) {}
