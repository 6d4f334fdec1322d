package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.chaos.Intent.Change;

/** The registrations, replacements and cancels of a storm. */
final class StormLoad {

  static final int JOBS_A_BATCH = 20;

  private static final int LINES = 6;
  private static final int CHANGING = 4;
  private static final int MAX_DELAY = 25_000;
  private static final int SOONEST_CHANGE = 1_500;
  private static final int LATEST_CHANGE = 15_000;

  private record Due(Instant at, Intent change) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return at.compareTo(other.at);
    }
  }

  private final String prefix;
  private final List<String> queues;
  private final Supplier<Instant> clock;
  private final Random random;
  private final PriorityQueue<Due> changes = new PriorityQueue<>();
  private int next;

  StormLoad(String prefix, List<String> queues, Supplier<Instant> clock) {
    this.prefix = prefix;
    this.queues = List.copyOf(queues);
    this.clock = clock;
    this.random = new Random(prefix.hashCode());
  }

  /** Intents for separate messages: new jobs, of which some will be changed, and changes. */
  List<Intent> singles() {
    var batch = new ArrayList<Intent>();
    for (int i = 0; i < JOBS_A_BATCH - LINES; i++) {
      batch.add(next(i < CHANGING ? change(i) : Change.NONE));
    }
    while (!changes.isEmpty() && changes.element().at().isBefore(clock.get())) {
      batch.add(changes.remove().change());
    }
    return batch;
  }

  /** Intents for the lines of a message. */
  List<Intent> lines() {
    return IntStream.range(0, LINES).mapToObj(i -> next(Change.NONE)).toList();
  }

  Intent plain() {
    return next(Change.NONE);
  }

  /** Plans changes of intents that the broker may now have. */
  void sent(List<Intent> batch) {
    batch.stream().filter(Intent::changes).forEach(this::planChange);
  }

  private void planChange(Intent first) {
    var at = clock.get().plusMillis(random.nextInt(SOONEST_CHANGE, LATEST_CHANGE));
    changes.add(new Due(at, first.changed(due(Duration.between(clock.get(), at)))));
  }

  private Intent next(Change change) {
    var queue = queues.get(random.nextInt(queues.size()));
    return Intent.toSchedule(prefix + next++, queue, due(Duration.ZERO), change);
  }

  /** Every third job is due at once. */
  private Instant due(Duration from) {
    int ahead = random.nextInt(3) == 0 ? 0 : random.nextInt(MAX_DELAY);
    return Load.toMillis(clock.get().plus(from).plusMillis(ahead));
  }

  private static Change change(int number) {
    return number % 2 == 0 ? Change.REPLACE : Change.CANCEL;
  }
}
