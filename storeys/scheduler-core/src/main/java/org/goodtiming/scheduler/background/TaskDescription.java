package org.goodtiming.scheduler.background;

import java.time.Duration;

/**
 * What operators see of a background task.
 *
 * @param name in the log, and of the thread
 * @param interval from the end of a run to the start of the next
 * @param failure the log entry for a run that throws: the code, what failed, and what follows
 */
public record TaskDescription(String name, Duration interval, String failure) {}
