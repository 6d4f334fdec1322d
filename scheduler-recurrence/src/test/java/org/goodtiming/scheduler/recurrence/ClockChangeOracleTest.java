package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Gap;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Overlap;
import org.junit.jupiter.api.Test;

/**
 * Compares cron with a walk over every minute around each clock change of 2020 to 2037: a sample of
 * zones, or with {@code -Drecurrence.zones=all} every zone of the JDK.
 */
class ClockChangeOracleTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261122);
  private static final int SAMPLE = 12;
  private static final Instant FROM =
      Year.of(2020).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
  private static final Instant TO = Year.of(2038).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);

  private final Random random = new Random(SEED);

  @Test
  void cron_is_due_when_a_walk_over_every_minute_says() {
    List<String> differences = new ArrayList<>();
    for (String zone : zones()) {
      ZoneRules rules = ZoneId.of(zone).getRules();
      ZoneOffsetTransition change = rules.nextTransition(FROM);
      while (change != null && change.getInstant().isBefore(TO)) {
        compare(zone, change, differences);
        change = rules.nextTransition(change.getInstant());
      }
    }

    assertThat(differences).as("recurrence.seed=" + SEED).isEmpty();
  }

  private List<String> zones() {
    List<String> zones =
        new ArrayList<>(
            new TreeSet<>(ZoneId.getAvailableZoneIds()).stream().filter(this::changes).toList());
    if (!"all".equals(System.getProperty("recurrence.zones"))) {
      Collections.shuffle(zones, random);
      return zones.subList(0, SAMPLE);
    }
    return zones;
  }

  private boolean changes(String zone) {
    ZoneOffsetTransition next = ZoneId.of(zone).getRules().nextTransition(FROM);
    return next != null && next.getInstant().isBefore(TO);
  }

  private void compare(String zone, ZoneOffsetTransition change, List<String> differences) {
    DaylightSaving policy = new DaylightSaving(any(Gap.values()), any(Overlap.values()));
    DailyPattern pattern = DailyPattern.near(change.getDateTimeBefore().getHour(), random);
    Instant begin = change.getInstant().minus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MINUTES);
    Instant end = begin.plus(2, ChronoUnit.DAYS);
    List<Instant> ours =
        Recurrence.cron(pattern.cron())
            .zone(zone)
            .inGap(policy.gap())
            .inOverlap(policy.overlap())
            .until(end)
            .dueTimes(begin.minusNanos(1))
            .toList();
    List<Instant> walked = walk(pattern, ZoneId.of(zone).getRules(), policy, begin, end);
    if (!ours.equals(walked)) {
      differences.add(
          "%s %s %s %s: ours %s, walk %s"
              .formatted(pattern.cron(), zone, policy, change, ours, walked));
    }
  }

  private static List<Instant> walk(
      DailyPattern pattern, ZoneRules rules, DaylightSaving policy, Instant begin, Instant end) {
    Set<Instant> due = new TreeSet<>();
    for (Instant minute = begin; !minute.isAfter(end); minute = minute.plusSeconds(60)) {
      LocalDateTime local = LocalDateTime.ofInstant(minute, rules.getOffset(minute));
      if (pattern.matches(local) && isWanted(minute, local, pattern, rules, policy)) {
        due.add(minute);
      }
    }
    ZoneOffsetTransition gap = rules.nextTransition(begin.minusNanos(1));
    if (gap != null && gap.isGap() && policy.gap() == Gap.END && pattern.losesIn(gap)) {
      due.add(gap.getInstant());
    }
    return List.copyOf(due);
  }

  private static boolean isWanted(
      Instant minute,
      LocalDateTime local,
      DailyPattern pattern,
      ZoneRules rules,
      DaylightSaving policy) {
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    if (offsets.size() < 2 || pattern.isInterval()) {
      return true;
    }
    int pass = offsets.indexOf(rules.getOffset(minute));
    return switch (policy.overlap()) {
      case FIRST -> pass == 0;
      case SECOND -> pass == 1;
      case BOTH -> true;
    };
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  /** Hours and minutes of each day, and the expression that says the same. */
  record DailyPattern(Set<Integer> hours, Set<Integer> minutes, boolean isInterval, String cron) {

    static DailyPattern near(int hour, Random random) {
      int first = (hour + 23 + random.nextInt(3)) % 24;
      int second = (hour + random.nextInt(3)) % 24;
      int minute = random.nextInt(60);
      int step = 1 + random.nextInt(59);
      return switch (random.nextInt(5)) {
        case 0 -> of(Set.of(first), Set.of(minute), false, minute + " " + first);
        case 1 ->
            of(set(first, second), Set.of(minute), false, minute + " " + first + "," + second);
        case 2 -> of(steps(0, 24, 1), Set.of(minute), true, minute + " *");
        case 3 ->
            of(
                set(first, second),
                steps(minute, 60, step),
                true,
                minute + "/" + step + " " + first + "," + second);
        default ->
            of(steps(first, 24, 2), set(0, minute), true, "0," + minute + " " + first + "/2");
      };
    }

    private static DailyPattern of(
        Set<Integer> hours, Set<Integer> minutes, boolean interval, String fields) {
      return new DailyPattern(hours, minutes, interval, "0 " + fields + " ? * *");
    }

    private static Set<Integer> set(int first, int second) {
      return new TreeSet<>(List.of(first, second));
    }

    private static Set<Integer> steps(int first, int end, int step) {
      return new TreeSet<>(IntStream.iterate(first, i -> i < end, i -> i + step).boxed().toList());
    }

    boolean matches(LocalDateTime time) {
      return time.getSecond() == 0
          && hours.contains(time.getHour())
          && minutes.contains(time.getMinute());
    }

    /** A time falls into the gap; an interval must also not go on soon after it. */
    boolean losesIn(ZoneOffsetTransition gap) {
      LocalDateTime end = gap.getDateTimeAfter();
      return matchesIn(gap.getDateTimeBefore(), end)
          && !(isInterval && matchesIn(end, end.plus(gap.getDuration())));
    }

    private boolean matchesIn(LocalDateTime from, LocalDateTime to) {
      for (LocalDateTime time = from; time.isBefore(to); time = time.plusMinutes(1)) {
        if (matches(time)) {
          return true;
        }
      }
      return false;
    }
  }
}
