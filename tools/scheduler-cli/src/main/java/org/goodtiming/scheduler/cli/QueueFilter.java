package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The worker queue whose rows are listed, as an argument or an option. */
final class QueueFilter {

  @Parameters(
      paramLabel = "QUEUE",
      completionCandidates = QueueNames.class,
      arity = "0..1",
      description = "Of this queue.")
  private @Nullable String queue;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      completionCandidates = QueueNames.class,
      description = "The same.")
  private @Nullable String option;

  /**
   * @return null for those of all queues
   * @throws Failure if two queues are given
   */
  @Nullable String queue() {
    if (queue != null && option != null && !queue.equals(option)) {
      throw new Failure(
          ExitStatus.USAGE, "Two queues are given: %s and %s".formatted(queue, option));
    }
    return queue == null ? option : queue;
  }
}
