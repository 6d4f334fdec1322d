package org.goodtiming.scheduler.job.claim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Chooses jobs so that no key has more runs than it may.
 *
 * @param room how many further runs of each key may begin; a key without entry has no limit
 * @param isFair whether the keys take turns; otherwise the oldest job is first
 * @param after the key after which the first turn begins; after the greatest key follows the least
 */
record KeyTurns(Map<String, Integer> room, boolean isFair, String after) {

  private int roomOf(String key) {
    return room.getOrDefault(key, Integer.MAX_VALUE);
  }

  /** Whether a run of the key may begin. */
  boolean hasRoom(String key) {
    return roomOf(key) > 0;
  }

  /**
   * @param most how many are wanted
   * @return in the order of their dispatch
   */
  List<DueJob> choose(Collection<DueJob> jobs, int most) {
    List<DueJob> sorted = jobs.stream().sorted(DueJob.BY_TIME).toList();
    return isFair ? inTurn(sorted, most) : oldest(sorted, most);
  }

  private List<DueJob> oldest(List<DueJob> jobs, int most) {
    Map<String, Integer> runs = new HashMap<>();
    return jobs.stream()
        .filter(job -> runs.merge(job.key(), 1, Integer::sum) <= roomOf(job.key()))
        .limit(most)
        .toList();
  }

  private List<DueJob> inTurn(List<DueJob> jobs, int most) {
    List<Deque<DueJob>> keys = new ArrayList<>(ring(jobs).values());
    List<DueJob> chosen = new ArrayList<>();
    while (!keys.isEmpty() && chosen.size() < most) {
      keys.stream()
          .limit((long) most - chosen.size())
          .forEach(jobsOf -> chosen.add(jobsOf.remove()));
      keys.removeIf(Deque::isEmpty);
    }
    return chosen;
  }

  /** The jobs of each key for which it has room, in the order of the turns. */
  private Map<String, Deque<DueJob>> ring(List<DueJob> jobs) {
    TreeMap<String, Deque<DueJob>> byKey = new TreeMap<>();
    for (DueJob job : jobs) {
      Deque<DueJob> ofKey = byKey.computeIfAbsent(job.key(), key -> new ArrayDeque<>());
      if (ofKey.size() < roomOf(job.key())) {
        ofKey.add(job);
      }
    }
    byKey.values().removeIf(Deque::isEmpty);
    Map<String, Deque<DueJob>> ring = new LinkedHashMap<>(byKey.tailMap(after, false));
    ring.putAll(byKey.headMap(after, true));
    return ring;
  }
}
