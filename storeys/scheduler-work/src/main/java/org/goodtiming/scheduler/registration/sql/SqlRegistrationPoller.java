package org.goodtiming.scheduler.registration.sql;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.intake.FailedBatches;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.sql.StoreException;

/** Stores what applications ask for by SQL function {@code scheduler.register}, on any node. */
@Singleton
final class SqlRegistrationPoller implements NodeTask {

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int MAX_ATTEMPTS = 3;

  /** How long requests are left out after the first of them was locked. */
  private static final Duration LEFT_OUT = Duration.ofSeconds(2);

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String FAILURE =
      "SCHED-0158 could not store SQL registrations together; retrying each alone";

  private final SchemaVersion schema;
  private final SqlRegistrationTransactions transactions;
  private long lockedUntil = System.nanoTime();
  private final Map<Long, Integer> ownFailures = new ConcurrentHashMap<>();

  /** Requests for keys that open transactions have locked. */
  private final Set<Long> locked = new TreeSet<>();

  @Inject
  SqlRegistrationPoller(SchemaVersion schema, SqlRegistrationTransactions transactions) {
    this.schema = schema;
    this.transactions = transactions;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "SQL registrations", PAUSE, "SCHED-0157 could not query SQL registrations; retrying");
  }

  @Override
  public String condition() {
    return "(SELECT min(id) FROM scheduler.sql_registration) IS NOT NULL";
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return duties.registers();
  }

  @Override
  public void run(Repetition repetition) throws SQLException {
    boolean more = schema.problem().isEmpty() && transactions.isAnyWaiting();
    if (more && System.nanoTime() - lockedUntil >= 0) {
      storeLocked(repetition);
    }
    while (more && repetition.goesOn()) {
      more = storeBatch(repetition);
    }
  }

  private boolean storeBatch(Repetition repetition) {
    try {
      return transactions.storeBatch(locked);
    } catch (RuntimeException e) {
      repetition.failed(FAILURE, e);
      storeEach(repetition);
      return false;
    }
  }

  /** Each of the requests that were locked, until one still is. */
  private void storeLocked(Repetition repetition) {
    for (long id : List.copyOf(locked)) {
      locked.remove(id);
      store(id, repetition);
      if (locked.contains(id)) {
        return;
      }
    }
  }

  /** A failed request does not delay the others. */
  private void storeEach(Repetition repetition) {
    List<Long> ids = transactions.waiting(0);
    while (!ids.isEmpty()) {
      for (long id : ids) {
        if (!repetition.goesOn()) {
          return;
        }
        store(id, repetition);
      }
      ids = transactions.waiting(ids.get(ids.size() - 1));
    }
  }

  private void store(long id, Repetition repetition) {
    try {
      if (ownFailures.getOrDefault(id, 0) < MAX_ATTEMPTS) {
        transactions.store(id, locked);
      } else {
        transactions.giveUp(id);
      }
      ownFailures.remove(id);
    } catch (RuntimeException e) {
      if (e instanceof StoreException store && LOCK_NOT_AVAILABLE.equals(store.sqlState())) {
        locked.add(id);
        lockedUntil = System.nanoTime() + LEFT_OUT.toNanos();
      } else if (FailedBatches.progress(e) == FailedBatches.Progress.UNSTORABLE) {
        ownFailures.merge(id, 1, Integer::sum);
      }
      repetition.failed(
          "SCHED-0169 could not store row %d of scheduler.sql_registration; retrying".formatted(id),
          e);
    }
  }
}
