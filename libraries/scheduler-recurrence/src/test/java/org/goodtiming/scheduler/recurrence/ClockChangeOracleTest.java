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
import org.goodtiming.scheduler.recurrence.DaylightSaving.Gap;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Overlap;
import org.junit.jupiter.api.Test;

/**
 * Compares cron, daily, days, months and rrule with a walk over every minute around each clock
 * change of 2020 to 2037: a sample of zones, or with {@code -Drecurrence.zones=all} every zone of
 * the JDK.
 */
class ClockChangeOracleTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261122);
  private static final int SAMPLE = 12;
  private static final Instant FROM =
      Year.of(2020).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
  private static final Instant TO = Year.of(2038).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);

  private final Random random = new Random(SEED);

  @Test
  void a_recurrence_is_due_when_a_walk_over_every_minute_says() {
    List<String> differences = new ArrayList<>();
    int changes = 0;
    for (String zone : zones()) {
      ZoneRules rules = ZoneId.of(zone).getRules();
      ZoneOffsetTransition change = rules.nextTransition(FROM);
      while (change != null && change.getInstant().isBefore(TO)) {
        compare(zone, change, differences);
        changes++;
        change = rules.nextTransition(change.getInstant());
      }
    }

    System.out.printf("recurrence.seed=%d: %d clock changes%n", SEED, changes);
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
    ClockChangePattern pattern = ClockChangePattern.near(change, ZoneId.of(zone), random);
    Instant begin = change.getInstant().minus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MINUTES);
    Instant end = begin.plus(2, ChronoUnit.DAYS);
    List<Instant> ours =
        Recurrence.parse(pattern.text())
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
              .formatted(pattern.text(), zone, policy, change, ours, walked));
    }
  }

  private static List<Instant> walk(
      ClockChangePattern pattern,
      ZoneRules rules,
      DaylightSaving policy,
      Instant begin,
      Instant end) {
    Set<Instant> due = new TreeSet<>();
    for (Instant minute = begin; !minute.isAfter(end); minute = minute.plusSeconds(60)) {
      LocalDateTime local = LocalDateTime.ofInstant(minute, rules.getOffset(minute));
      if (pattern.matches(local) && isWanted(minute, local, pattern, rules, policy)) {
        due.add(minute);
      }
    }
    ZoneOffsetTransition gap = rules.nextTransition(begin.minusNanos(1));
    if (gap != null && gap.isGap() && pattern.losesIn(gap)) {
      due.addAll(made(pattern, gap, policy.gap()));
    }
    return List.copyOf(due);
  }

  /** When the times in the gap are due. */
  private static List<Instant> made(
      ClockChangePattern pattern, ZoneOffsetTransition gap, Gap policy) {
    return switch (policy) {
      case END -> List.of(gap.getInstant());
      case SKIP -> List.of();
      case SHIFT ->
          pattern.timesIn(gap).map(time -> time.toInstant(gap.getOffsetBefore())).toList();
    };
  }

  private static boolean isWanted(
      Instant minute,
      LocalDateTime local,
      ClockChangePattern pattern,
      ZoneRules rules,
      DaylightSaving policy) {
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    if (offsets.size() < 2) {
      return true;
    }
    int pass = offsets.indexOf(rules.getOffset(minute));
    if (pattern.isInterval()) {
      return pass == 0 || pattern.goesOnAround(local, rules.getTransition(local));
    }
    return switch (policy.overlap()) {
      case FIRST -> pass == 0;
      case SECOND -> pass == 1;
      case BOTH -> true;
    };
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
