package org.goodtiming.scheduler.job.run;

import java.time.Duration;
import java.util.UUID;
import org.goodtiming.scheduler.job.PlannedRun;
import org.jspecify.annotations.Nullable;

/**
 * Another attempt of a run that its worker has failed at.
 *
 * @param fireId of the run, as before
 * @param attempt number of this attempt, from 2
 * @param delay before it
 * @param error why the last attempt failed
 * @param definition that the registration named; null if it named none
 * @param planned null unless the job recurs
 */
public record Retry(
    UUID fireId,
    int attempt,
    Duration delay,
    String error,
    @Nullable String definition,
    @Nullable PlannedRun planned) {}
