package org.goodtiming.scheduler.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/** The jobs that wait, each under its key, and the turn of each in its worker queue. */
final class WaitingJobs {

  private static final Comparator<Place> IN_TURN =
      Comparator.comparing(Place::from)
          .thenComparing(place -> place.job().envelope().priority(), Comparator.reverseOrder())
          .thenComparing(Place::number);

  private final Map<JobKey, Place> places = new HashMap<>();
  private final Map<String, NavigableSet<Place>> queues = new HashMap<>();
  private long number;

  /**
   * @param from the earliest time at which it may be claimed
   * @param number in the order of the registrations; a later job under the key keeps it
   */
  private record Place(WaitingJob job, Instant from, long number) {}

  boolean contains(JobKey key) {
    return places.containsKey(key);
  }

  @Nullable WaitingJob get(JobKey key) {
    Place place = places.get(key);
    return place == null ? null : place.job();
  }

  /** All, in the order of their registration. */
  Stream<WaitingJob> stream() {
    return inOrder(places.values());
  }

  void removeIf(Predicate<WaitingJob> condition) {
    List.copyOf(places.values()).stream()
        .map(Place::job)
        .filter(condition)
        .forEach(job -> remove(job.key()));
  }

  private static Stream<WaitingJob> inOrder(Collection<Place> places) {
    return places.stream().sorted(Comparator.comparing(Place::number)).map(Place::job);
  }

  /** Puts a job in place of what waits under its key. */
  void put(WaitingJob job) {
    Place former = leave(job.key());
    Place place =
        new Place(job, job.eligibleAt(false), former == null ? number++ : former.number());
    places.put(job.key(), place);
    queue(job).add(place);
  }

  void remove(JobKey key) {
    leave(key);
  }

  private @Nullable Place leave(JobKey key) {
    Place place = places.remove(key);
    if (place != null) {
      queue(place.job()).remove(place);
    }
    return place;
  }

  private NavigableSet<Place> queue(WaitingJob job) {
    return queues.computeIfAbsent(job.key().queue(), queue -> new TreeSet<>(IN_TURN));
  }

  /**
   * Changes what waits under a key, if something does.
   *
   * @param change null removes it
   */
  void change(JobKey key, Function<WaitingJob, @Nullable WaitingJob> change) {
    WaitingJob job = get(key);
    if (job != null) {
      WaitingJob changed = change.apply(job);
      if (changed == null) {
        remove(key);
      } else {
        put(changed);
      }
    }
  }

  /**
   * The jobs of which one is the next: of each queue the first, and those before it that wait for
   * the end of another run.
   *
   * @param moment until which jobs may be claimed
   */
  Stream<WaitingJob> next(
      Instant moment, Predicate<WaitingJob> mayRun, Function<WaitingJob, Instant> eligibleAt) {
    List<Place> next = new ArrayList<>();
    for (NavigableSet<Place> queue : queues.values()) {
      for (Place place : queue) {
        if (place.from().isAfter(moment)) {
          break;
        }
        if (mayRun.test(place.job())) {
          next.add(place);
          if (eligibleAt.apply(place.job()).equals(place.from())) {
            break;
          }
        }
      }
    }
    return inOrder(next);
  }
}
