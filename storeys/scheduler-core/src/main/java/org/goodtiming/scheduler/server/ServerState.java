package org.goodtiming.scheduler.server;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.goodtiming.scheduler.telemetry.Failures;
import org.jspecify.annotations.Nullable;

/**
 * Whether a server answers. Logs the beginning and the end of an outage, and in between once a
 * minute how many failures were not logged.
 */
final class ServerState {

  /** A single answer may come from a server that is stopping or starting. */
  private static final int ANSWERS_TO_BE_BACK = 2;

  private static final Duration BETWEEN_REPORTS = Duration.ofMinutes(1);

  private final Server server;
  private final Logger log;
  private final InstantSource clock;
  private volatile Observation observation;
  private volatile @Nullable Ended latest;
  private @Nullable Outage outage;

  ServerState(Server server, Logger log, InstantSource clock) {
    this.server = server;
    this.log = log;
    this.clock = clock;
    this.observation = Observation.none(clock.instant());
  }

  Observation observation() {
    return observation;
  }

  /** The end of the latest outage; for one that lasts, as if it ended now. */
  Recovery recovery() {
    Ended ended = latest;
    Observation seen = observation;
    Instant now = clock.instant();
    return seen.answers() && ended != null
        ? ended.at(now)
        : new Recovery(Duration.between(begin(seen.since()), now), Duration.ZERO);
  }

  synchronized void answered() {
    Instant now = clock.instant();
    if (outage != null && ++outage.answers < ANSWERS_TO_BE_BACK) {
      observation = observation.failed(now, observation.error());
      return;
    }
    if (!observation.answers()) {
      // Nobody knows since when messages have waited for the first node
      latest = new Ended(outage == null ? Instant.EPOCH : begin(outage.start), now);
    }
    observation = observation.answered(now);
    if (outage != null) {
      log.log(
          Level.INFO,
          "SCHED-0703 the %s answers again after %d s; %s"
              .formatted(server.text(), outage.seconds(now), outage.unlogged()));
      outage = null;
    }
  }

  /** Messages that the outage before has delayed may still wait: then both are one. */
  private Instant begin(Instant start) {
    Ended before = latest;
    return before != null && before.at(start).settles() ? before.start : start;
  }

  synchronized void failed(Throwable failure) {
    Instant now = clock.instant();
    observation = observation.failed(now, Failures.text(failure));
    if (outage == null) {
      outage = new Outage(now);
      log.log(
          Level.WARNING,
          "SCHED-0701 the %s does not answer, and is asked every second; until it does, %s: %s"
              .formatted(server.text(), server.consequence(), observation.error()),
          failure);
      return;
    }
    outage.answers = 0;
    if (outage.isReportDue(now)) {
      log.log(
          Level.WARNING,
          "SCHED-0702 the %s has not answered for %d s: %s; %s"
              .formatted(
                  server.text(), outage.seconds(now), observation.error(), outage.unlogged()));
    }
  }

  /** Counts a failure of the node's work that the outage explains. */
  synchronized void explain(Throwable failure) {
    if (outage != null) {
      outage.unlogged++;
      outage.last = Failures.text(failure);
    }
  }

  /** An outage that is over. */
  private record Ended(Instant start, Instant end) {

    Recovery at(Instant now) {
      return new Recovery(Duration.between(start, end), Duration.between(end, now));
    }
  }

  private static final class Outage {

    private final Instant start;
    private Instant reported;
    private int answers;
    private int unlogged;
    private String last = "";

    Outage(Instant start) {
      this.start = start;
      this.reported = start;
    }

    long seconds(Instant now) {
      return Duration.between(start, now).toSeconds();
    }

    boolean isReportDue(Instant now) {
      boolean due = Duration.between(reported, now).compareTo(BETWEEN_REPORTS) >= 0;
      reported = due ? now : reported;
      return due;
    }

    String unlogged() {
      return "failures not logged: " + unlogged + (last.isEmpty() ? "" : ", the last one: " + last);
    }
  }
}
