package org.goodtiming.scheduler.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.operations.queue.ClosedTimes;
import org.goodtiming.scheduler.operations.queue.QueueSetting;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.policy.QueueDepths;
import org.jspecify.annotations.Nullable;

/** The limits of worker queues. The scheduler's own policies keep the rate. */
final class QueueLimits {

  private static final int TERM = 1;

  private final Map<String, Map<String, String>> columns = new HashMap<>();
  private final Map<String, ClosedTimes> closed = new HashMap<>();
  private final Map<String, Integer> concurrentRuns = new HashMap<>();
  private final Map<String, KeyLimit> keyLimits = new HashMap<>();
  private final Map<String, Integer> depths = new HashMap<>();
  private final Map<String, Batch> batches = new HashMap<>();
  private Instant now = Instant.EPOCH;
  private final DispatchPolicies policies =
      new DispatchPolicies(new QueueDepths(), () -> Duration.between(Instant.EPOCH, now).toNanos());

  /**
   * What a queue gets at once.
   *
   * @param at when; a later time if it gets nothing before
   * @param jobs how many are left of them
   */
  private record Batch(Instant at, int jobs) {}

  /**
   * A limit of the runs whose jobs have the same key.
   *
   * @param property whose value is the key; absent values are one key
   */
  private record KeyLimit(String property, int most) {

    private static final String GROUP = "group";

    KeyLimit {
      if (!property.equals(GROUP) && !property.startsWith(WireContract.USER_PREFIX)) {
        throw new IllegalArgumentException(
            "keyProperty is '%s': set group, or the name of an x_ property".formatted(property));
      }
    }

    boolean hasRoom(Envelope next, List<Envelope> atWork) {
      return most == 0
          || atWork.stream().filter(run -> Objects.equals(key(run), key(next))).count() < most;
    }

    private @Nullable Object key(Envelope job) {
      return property.equals(GROUP) ? job.group() : job.properties().get(property);
    }
  }

  void rate(String queue, int perMinute) {
    check(QueueSetting.RATE_LIMIT, perMinute);
    columns.put(queue, Map.of("rate_limit", Integer.toString(perMinute)));
    batches.remove(queue);
  }

  void closed(String queue, ClosedTimes times, Instant from) {
    if (times.isForEver(from)) {
      throw new IllegalArgumentException(
          "worker queue '%s' would never be served".formatted(queue));
    }
    closed.put(queue, times);
  }

  void open(String queue) {
    closed.remove(queue);
  }

  void concurrentRuns(String queue, int most) {
    check(QueueSetting.MAX_CONCURRENT_RUNS, most);
    concurrentRuns.put(queue, most);
  }

  void concurrentRunsPerKey(String queue, String property, int most) {
    check(QueueSetting.MAX_CONCURRENT_RUNS_PER_KEY, most);
    keyLimits.put(queue, new KeyLimit(property, most));
  }

  void depth(String queue, int most) {
    check(QueueSetting.MAX_DEPTH, most);
    depths.put(queue, most);
  }

  private static void check(QueueSetting setting, int value) {
    if (value < 0 || value > setting.max()) {
      throw new IllegalArgumentException(
          "%s is %d: set 0 to %d %s, 0 if there is no limit"
              .formatted(setting.field(), value, setting.max(), setting.unit()));
    }
  }

  /**
   * Whether another job of the queue may be dispatched.
   *
   * @param atWork the jobs whose runs are under way
   * @param messages that nobody has taken from the queue
   */
  boolean hasRoom(String queue, Envelope next, Supplier<List<Envelope>> atWork, int messages) {
    KeyLimit ofKey = keyLimits.get(queue);
    return hasRoom(concurrentRuns, queue, () -> atWork.get().size())
        && hasRoom(depths, queue, () -> messages)
        && (ofKey == null || ofKey.hasRoom(next, atWork.get()));
  }

  private static boolean hasRoom(Map<String, Integer> limits, String queue, IntSupplier number) {
    int most = limits.getOrDefault(queue, 0);
    return most == 0 || number.getAsInt() < most;
  }

  /** When a job that may be claimed from then on is dispatched at the earliest. */
  Instant servedFrom(String queue, Instant claimableAt, Instant moment) {
    Instant at = claimableAt;
    Batch batch = batches.get(queue);
    if (batch != null && batch.at.isAfter(at)) {
      at = batch.at;
    }
    ClosedTimes times = closed.get(queue);
    return times == null ? at : times.servedFrom(WaitingJob.later(at, moment));
  }

  /** Whether the queue gets another job at that moment; otherwise it gets none for a while. */
  boolean admits(String queue, Instant moment) {
    if (!columns.containsKey(queue)) {
      return true;
    }
    now = moment;
    Batch batch = batches.get(queue);
    if (batch == null || !batch.at.equals(moment) || batch.jobs == 0) {
      batch = next(queue);
    }
    boolean admitted = !batch.at.isAfter(moment);
    batches.put(queue, new Batch(batch.at, admitted ? batch.jobs - 1 : 0));
    if (admitted) {
      policies.begins(Map.of(queue, 1)).accept(Map.of(queue, 1));
    }
    return admitted;
  }

  private Batch next(String queue) {
    DueQueues.Next due =
        new DueQueues.Next(queue, now, 0, columns.getOrDefault(queue, Map.of()), Integer.MAX_VALUE);
    DueQueues.Next limited = policies.limit(TERM, new DueQueues(now, List.of(due))).queues().get(0);
    return new Batch(limited.claimableAt(), limited.most());
  }
}
