package org.goodtiming.scheduler.intake;

import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.goodtiming.scheduler.message.ReceivedMessage;

/**
 * When a batch is full, and for which messages it does not wait.
 *
 * @param messages maximum number of messages
 * @param jobs the number of jobs at which a batch is full
 * @param bytes bodies of one batch stay below this and one body more
 * @param jobsIn the number of jobs in a message
 * @param urgent whether a message is stored at once, without waiting for others
 */
public record BatchRules(
    int messages,
    int jobs,
    long bytes,
    ToIntFunction<ReceivedMessage> jobsIn,
    Predicate<ReceivedMessage> urgent) {

  public static BatchRules of(int messages, long bytes) {
    return new BatchRules(messages, messages, bytes, message -> 1, message -> true);
  }
}
