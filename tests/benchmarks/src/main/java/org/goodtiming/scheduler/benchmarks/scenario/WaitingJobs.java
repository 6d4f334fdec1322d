package org.goodtiming.scheduler.benchmarks.scenario;

import jakarta.jms.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Registrations;
import org.goodtiming.scheduler.benchmarks.Table;

/**
 * Jobs that are due in weeks, in several queues that are served. One comes through the front door,
 * and its row is copied.
 */
final class WaitingJobs {
  private static final String PREFIX = "bench.waiting.";
  private static final int QUEUES = 8;
  private static final int STEP = 1_000_000;
  private static final Duration UNTIL_DUE = Duration.ofDays(30);

  // While a million rows are copied; the log of the database is kept within two
  private static final long RESERVE_BYTES = 6L << 30;

  private final StackAccess site;
  private long present;

  private WaitingJobs(StackAccess site) {
    this.site = site;
  }

  /** None yet, but the queues are there and are looked at. */
  static WaitingJobs none(StackAccess site) throws SQLException {
    for (int queue = 0; queue < QUEUES; queue++) {
      site.addQueue(PREFIX + queue);
      site.ledger().pause(PREFIX + queue, false);
    }
    return new WaitingJobs(site);
  }

  /** Adds jobs until the given number waits or the disk is full; returns the number of jobs. */
  long fillUpTo(long jobs) throws SQLException, IOException, InterruptedException {
    if (present == 0 && jobs > 0) {
      addFirst();
    }
    while (present < jobs && roomForMore()) {
      int copies = (int) Math.min(STEP, jobs - present);
      copy(copies);
      present += copies;
      site.tell("%,d jobs wait", present);
    }
    return present;
  }

  void forget() throws SQLException {
    new JobTable(site.database()).cancelAll();
    present = 0;
  }

  private void addFirst() throws SQLException, InterruptedException {
    long registered = site.ledger().total("registered");
    try (var context = site.connectionFactory().createContext(Session.AUTO_ACKNOWLEDGE)) {
      Registrations.register(context, PREFIX + 0, new Job(0, Instant.now().plus(UNTIL_DUE)));
    }
    site.ledger().awaitTotal("registered", registered + 1);
    present = 1;
  }

  private void copy(int copies) throws SQLException {
    var later = "%s + (%d + copy) * interval '1 ms'";
    new Table(site.database(), "scheduler.job")
        .copy(
            "original.queue = '%s0' AND original.job_id = '0'".formatted(PREFIX),
            Map.of(
                "queue", "'%s' || copy %% %d".formatted(PREFIX, QUEUES),
                "job_id", "'waiting-' || (%d + copy)".formatted(present),
                "fire_id", "gen_random_uuid()",
                "due_at", later.formatted("original.due_at", present),
                "eligible_at", later.formatted("original.eligible_at", present)),
            copies);
    site.ledger().book("registered", copies);
  }

  private boolean roomForMore() throws IOException {
    long free = Files.getFileStore(site.stack().state()).getUsableSpace();
    if (free < RESERVE_BYTES) {
      site.tell(
          "The disk has %s MiB left, enough for %,d waiting jobs", Texts.mebibytes(free), present);
    }
    return free >= RESERVE_BYTES;
  }
}
