package org.goodtiming.scheduler.config.operations;

import java.util.regex.Pattern;

/** The form of names of worker queues, as table {@code worker_queue} checks it. */
public final class QueueName {

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,199}");

  private QueueName() {}

  /**
   * Whether the name is well-formed; also true for the scheduler's own queues, whose names begin
   * with {@code scheduler.}.
   */
  public static boolean isWellFormed(String name) {
    return FORM.matcher(name).matches();
  }

  /**
   * Whether table worker_queue accepts the name; the scheduler's own queues are no worker queues.
   */
  public static boolean isWorkerQueue(String name) {
    return isWellFormed(name) && !name.startsWith("scheduler.");
  }
}
