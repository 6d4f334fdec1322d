package org.goodtiming.scheduler.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.goodtiming.scheduler.lease.LeaseRules.Decision;
import org.goodtiming.scheduler.lease.LeaseRules.Decision.GoOn;
import org.goodtiming.scheduler.lease.LeaseRules.Decision.Skip;
import org.goodtiming.scheduler.lease.LeaseRules.Decision.TakeOver;
import org.goodtiming.scheduler.lease.LeaseRules.Reason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LeaseRulesTest {

  private static final Instant LAST_RUN = Instant.parse("2026-12-01T10:00:00Z");
  private static final Duration FAILOVER = Duration.ofSeconds(5);
  private static final Incarnation SELF = new Incarnation("node1", new UUID(0, 1));
  private static final Incarnation SELF_BEFORE_RESTART = new Incarnation("node1", new UUID(0, 2));
  private static final Incarnation OTHER = new Incarnation("node2", new UUID(0, 3));

  static Stream<Arguments> cases() {
    return Stream.of(
        on("never held", null, null, null, 0, new TakeOver(Reason.NEVER_HELD)),
        on("own lease, just renewed", SELF, LAST_RUN, null, 1, new GoOn()),
        on("own lease, long ago", SELF, LAST_RUN, null, 3600, new GoOn()),
        on("own lease, released", SELF, LAST_RUN, LAST_RUN, 1, new TakeOver(Reason.RELEASED)),
        on("own earlier start, fresh", SELF_BEFORE_RESTART, LAST_RUN, null, 1, new Skip()),
        on("own earlier start, late", SELF_BEFORE_RESTART, LAST_RUN, null, 6, expired()),
        on("another's, fresh", OTHER, LAST_RUN, null, 1, new Skip()),
        on("another's, at the very limit", OTHER, LAST_RUN, null, 5, new Skip()),
        on("another's, past the limit", OTHER, LAST_RUN, null, 6, expired()),
        on("another's, released", OTHER, LAST_RUN, LAST_RUN, 1, new TakeOver(Reason.RELEASED)),
        reserved("handed over to this node", "node1", new TakeOver(Reason.RELEASED)),
        reserved("handed over to another", "node3", new Skip()),
        on("database clock set back", OTHER, LAST_RUN, null, -60, new Skip()),
        gone("own lease, session replaced", SELF, LAST_RUN, new GoOn()),
        gone("own earlier start is dead", SELF_BEFORE_RESTART, LAST_RUN, dead()),
        gone("another's, dead", OTHER, LAST_RUN, dead()),
        gone("never held, no session", null, null, new TakeOver(Reason.NEVER_HELD)));
  }

  @ParameterizedTest(name = "{0} -> {2}")
  @MethodSource("cases")
  void the_locked_row_alone_decides(String name, LeaseRow row, Decision expected) {
    assertThat(LeaseRules.decide(row, SELF)).isEqualTo(expected);
  }

  private static Decision expired() {
    return new TakeOver(Reason.EXPIRED);
  }

  private static Decision dead() {
    return new TakeOver(Reason.SESSION_GONE);
  }

  private static Arguments reserved(String name, String node, Decision expected) {
    LeaseRow row =
        new LeaseRow(
            OTHER,
            7,
            LAST_RUN,
            LAST_RUN,
            FAILOVER,
            false,
            true,
            node,
            false,
            LAST_RUN.plusMillis(100));
    return Arguments.of(name, row, expected);
  }

  private static Arguments gone(
      String name, @Nullable Incarnation holder, @Nullable Instant lastRun, Decision expected) {
    LeaseRow row =
        new LeaseRow(
            holder, 7, lastRun, null, FAILOVER, true, true, null, false, LAST_RUN.plusMillis(100));
    return Arguments.of(name, row, expected);
  }

  private static Arguments on(
      String name,
      @Nullable Incarnation holder,
      @Nullable Instant lastRun,
      @Nullable Instant released,
      long secondsLater,
      Decision expected) {
    Instant readAt = LAST_RUN.plusSeconds(secondsLater);
    return Arguments.of(
        name,
        new LeaseRow(holder, 7, lastRun, released, FAILOVER, false, true, null, false, readAt),
        expected);
  }
}
