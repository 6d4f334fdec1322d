package org.goodtiming.scheduler.operations.schedule;

import java.util.List;

/**
 * The result of deleting a thing that schedules name.
 *
 * @param found whether it was there
 * @param schedules how many name it, so that it stays
 * @param first the first ten of them
 */
public record Deletion(boolean found, int schedules, List<String> first) {

  private static final int SHOWN = 10;

  static final Deletion NOT_FOUND = new Deletion(false, 0, List.of());

  static Deletion of(List<String> schedules) {
    return new Deletion(
        true, schedules.size(), schedules.subList(0, Math.min(SHOWN, schedules.size())));
  }
}
