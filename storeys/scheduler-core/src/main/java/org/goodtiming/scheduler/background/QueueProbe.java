package org.goodtiming.scheduler.background;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Starts the tasks of a node for whose queues the broker has messages. */
public final class QueueProbe implements NodeTask {

  private final List<TaskLoop> loops;
  private final UnaryOperator<Set<String>> nonEmpty;

  /**
   * @param loops of all tasks
   * @param nonEmpty selects the queues that have messages
   */
  public QueueProbe(List<TaskLoop> loops, UnaryOperator<Set<String>> nonEmpty) {
    this.loops = loops.stream().filter(loop -> !loop.consumedQueues().isEmpty()).toList();
    this.nonEmpty = nonEmpty;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription("queue probe", Duration.ofSeconds(1), Conditions.UNREADABLE);
  }

  @Override
  public void run(Repetition repetition) {
    TaskLoop.offerRuns(loops, this::withMessages);
  }

  private List<TaskLoop> withMessages(List<TaskLoop> resting) {
    Set<String> filled =
        nonEmpty.apply(
            resting.stream()
                .flatMap(loop -> loop.consumedQueues().stream())
                .collect(Collectors.toSet()));
    return resting.stream()
        .filter(loop -> !Collections.disjoint(loop.consumedQueues(), filled))
        .toList();
  }
}
