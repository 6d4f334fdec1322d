package org.goodtiming.scheduler.background;

import java.time.Duration;

/**
 * Description of a background task for operators.
 *
 * @param name in the log, and of the thread
 * @param interval from the end of a run to the start of the next
 * @param failure the log entry for a run that throws: the code, the failed action, and the
 *     consequence
 */
public record TaskDescription(String name, Duration interval, String failure) {}
