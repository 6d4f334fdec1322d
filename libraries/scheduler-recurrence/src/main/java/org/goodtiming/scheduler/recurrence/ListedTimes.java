package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.recurrence.icalendar.ListedTime;
import org.goodtiming.scheduler.recurrence.icalendar.ListedTime.Form;

/** The times of an RDATE or EXDATE of RFC 5545. */
public record ListedTimes(List<ListedTime> times) {
  static final ListedTimes NONE = new ListedTimes(List.of());

  public ListedTimes {
    times = List.copyOf(times);
  }

  /** Dates have no time of the day, at which a run could be due. */
  static ListedTimes parseRdate(String text) {
    ListedTimes listed = parse("rdate", text);
    if (listed.times.stream().anyMatch(time -> time.form() == Form.DATE)) {
      throw ValueReader.refused("rdate", text, "write a time of the day, such as 20261224T090000");
    }
    return listed;
  }

  static ListedTimes parseExdate(String text) {
    return parse("exdate", text);
  }

  private static ListedTimes parse(String place, String text) {
    return new ListedTimes(
        Arrays.stream(text.split(",", -1)).map(item -> ListedTime.parse(place, item)).toList());
  }

  boolean isEmpty() {
    return times.isEmpty();
  }

  /** The first of these times that is due after an instant. */
  Optional<DueTime> firstAfter(Instant after, ZoneId zone, DaylightSaving policy) {
    return times.stream()
        .flatMap(time -> dueTimes(time, zone, policy).stream())
        .filter(due -> due.at().isAfter(after))
        .min(Comparator.comparing(DueTime::at));
  }

  private static List<DueTime> dueTimes(ListedTime listed, ZoneId zone, DaylightSaving policy) {
    return listed.form() == Form.UTC
        ? List.of(DueTime.planned(listed.instant(zone)))
        : policy.dueTimes(listed.time(), zone);
  }

  /** Removes the times that clocks skip and that the other list names. */
  ListedTimes withoutMissing(ListedTimes excluded, ZoneId zone) {
    if (times.isEmpty() || excluded.isEmpty()) {
      return this;
    }
    return new ListedTimes(
        times.stream()
            .filter(
                listed ->
                    listed.form() == Form.UTC
                        || !zone.getRules().getValidOffsets(listed.time()).isEmpty()
                        || excluded.naming(listed.time()).isEmpty())
            .toList());
  }

  /**
   * The listed time or date that equals or includes this time of the wall clock, even if clocks
   * skip it.
   */
  Optional<ListedTime> naming(LocalDateTime time) {
    return times.stream().filter(listed -> listed.names(time)).findFirst();
  }

  /** The last time or date that includes the instant. */
  Optional<ListedTime> including(Instant instant, ZoneId zone) {
    return times.stream()
        .filter(time -> time.includes(instant, zone))
        .max(Comparator.comparing(time -> time.end(zone)));
  }

  @Override
  public String toString() {
    return times.stream().map(ListedTime::toString).collect(Collectors.joining(","));
  }
}
