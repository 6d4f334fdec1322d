package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.broker.BrokerBacklog;
import org.goodtiming.scheduler.broker.BrokerBacklogs.Questions;
import org.goodtiming.scheduler.server.Recovery;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * The registrations that an outage has delayed. They may contain cancels of due jobs; therefore
 * dispatch stops until they are stored (docs/adr/0069).
 */
@Singleton
final class DelayedRegistrations {

  private static final Logger LOG = System.getLogger(DelayedRegistrations.class.getName());

  private static final Set<String> QUEUES =
      Set.of(WireContract.REGISTRATION_QUEUE, WireContract.REGISTRATION_QUEUE + ".amqp");

  /** Allows for the pause of the AMQP intake, which reads once a second. */
  private static final Duration USUAL_WAIT = Duration.ofSeconds(3);

  private static final Duration BETWEEN_REQUESTS = Duration.ofMillis(250);

  private final Supplier<List<Recovery>> recoveries;
  private final Questions broker;
  private final Predicate<Instant> anyBySqlBefore;
  private Deadline known = Deadline.in(Duration.ZERO);
  private boolean delayed;

  @Inject
  DelayedRegistrations(Servers servers, Questions broker, DataSource dataSource) {
    this(servers::recoveries, broker, time -> anyBySqlBefore(time, dataSource));
  }

  /**
   * @param anyBySqlBefore whether a registration by SQL still waits that was requested before
   */
  DelayedRegistrations(
      Supplier<List<Recovery>> recoveries, Questions broker, Predicate<Instant> anyBySqlBefore) {
    this.recoveries = recoveries;
    this.broker = broker;
    this.anyBySqlBefore = anyBySqlBefore;
  }

  /**
   * Whether nothing is to be dispatched now: an outage lasts, or one has ended that may have
   * delayed the messages that wait at the broker, or the requests that wait in the database.
   *
   * @param now by the database's clock
   */
  synchronized boolean holdDispatch(Instant now) {
    List<Recovery> settling = recoveries.get().stream().filter(Recovery::settles).toList();
    if (settling.isEmpty()) {
      delayed = false;
      return false;
    }
    if (settling.stream().anyMatch(each -> each.ago().isZero())) {
      return true;
    }
    if (known.passed()) {
      boolean before = delayed;
      delayed = anyBySqlBefore.test(now.minus(lastEnd(settling))) || anyIsDelayed(now);
      known = Deadline.in(BETWEEN_REQUESTS);
      if (delayed && !before) {
        LOG.log(
            Level.INFO,
            "SCHED-0217 the outage has delayed registrations, among which may be cancels; nothing is dispatched until they are stored, at most for %d s"
                .formatted(longest(settling).toSeconds() + 1));
      }
    }
    return delayed;
  }

  private static Duration longest(List<Recovery> settling) {
    return Collections.max(settling.stream().map(Recovery::settlesIn).toList());
  }

  /** How long ago. */
  private static Duration lastEnd(List<Recovery> settling) {
    return Collections.min(settling.stream().map(Recovery::ago).toList());
  }

  static boolean anyBySqlBefore(Instant time, DataSource dataSource) {
    SqlText sql =
        new SqlText("SELECT FROM scheduler.sql_registration WHERE requested_at < :time LIMIT 1")
            .set("time", time);
    return new Statements(dataSource)
        .find("find registrations by SQL of an outage", sql, row -> true)
        .isPresent();
  }

  private boolean anyIsDelayed(Instant now) {
    try {
      return broker.list().get().stream()
          .filter(queue -> QUEUES.contains(queue.queue()))
          .anyMatch(queue -> queue.scheduled() > 0 || (queue.waits() && isOld(queue, now)));
    } catch (RuntimeException e) {
      // The broker may refuse to tell; if it is away, nothing can be dispatched anyway
      LOG.log(Level.DEBUG, "whether registrations wait is not known", e);
      return false;
    }
  }

  private boolean isOld(BrokerBacklog queue, Instant now) {
    Optional<Instant> sentAt = broker.oldest().apply(queue.queue());
    return sentAt.filter(at -> at.isAfter(Instant.EPOCH)).isPresent()
        && sentAt.get().isBefore(now.minus(USUAL_WAIT));
  }
}
