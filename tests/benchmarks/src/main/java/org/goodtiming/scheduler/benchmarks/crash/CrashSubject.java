package org.goodtiming.scheduler.benchmarks.crash;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The contenders whose node is killed. */
enum CrashSubject {
  GOOD_TIMING(
      "good-timing",
      "Good Timing, worker not killed",
      "Payara with the scheduler is killed; the worker is a JMS client with 8 sessions in another process",
      "good-timing",
      "SELECT count(*) FROM scheduler.job WHERE queue = 'bench.peers'"),
  GOOD_TIMING_MDB(
      "good-timing-mdb",
      "Good Timing, worker killed too",
      "the worker is a message-driven bean with 8 sessions on each node, one transaction per job",
      "good-timing",
      "SELECT count(*) FROM scheduler.job WHERE queue = 'bench.peers'"),
  QUARTZ(
      "quartz",
      "Quartz",
      "clustered JDBC store, 10 threads, batches of 10, clusterCheckinInterval 1 s instead of 7.5",
      "quartz",
      "SELECT (SELECT count(*) FROM qrtz_triggers) + (SELECT count(*) FROM qrtz_fired_triggers)"),
  QUARTZ_RECOVERY(
      "quartz-recovery",
      "Quartz, requestsRecovery",
      "the same; the job requests recovery if its node dies",
      "quartz-recovery",
      QUARTZ.left),
  DB_SCHEDULER(
      "db-scheduler",
      "db-scheduler",
      "lock-and-fetch, 50 threads, polling every 100 ms; heartbeat every second instead of 5 minutes, dead after 4 heartbeats",
      "db-scheduler",
      "SELECT count(*) FROM scheduled_tasks"),
  JOBRUNR(
      "jobrunr",
      "JobRunr",
      "free edition, 32 workers, polling every 5 s; dead after 4 polls, its minimum",
      "jobrunr",
      "SELECT count(*) FROM jobrunr_jobs WHERE state NOT IN ('SUCCEEDED', 'DELETED')");

  private final String id;
  private final String title;
  private final String settings;
  private final String contender;
  private final String left;

  CrashSubject(String id, String title, String settings, String contender, String left) {
    this.id = id;
    this.title = title;
    this.settings = settings;
    this.contender = contender;
    this.left = left;
  }

  /** The name on the command line. */
  String id() {
    return id;
  }

  String title() {
    return title;
  }

  String settings() {
    return settings;
  }

  /** The name among the contenders of the comparison. */
  String contender() {
    return contender;
  }

  /** The query that counts the jobs which are still in its tables. */
  String left() {
    return left;
  }

  boolean isOurs() {
    return this == GOOD_TIMING || this == GOOD_TIMING_MDB;
  }

  /**
   * The subjects with these names; all if none is named.
   *
   * @throws IllegalArgumentException with a message that lists all names
   */
  static List<CrashSubject> named(List<String> ids) {
    return ids.isEmpty() ? List.of(values()) : ids.stream().map(CrashSubject::named).toList();
  }

  private static CrashSubject named(String id) {
    return Arrays.stream(values())
        .filter(one -> one.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "BENCH-0004 there is no contender '%s': choose among %s"
                        .formatted(
                            id,
                            Arrays.stream(values())
                                .map(CrashSubject::id)
                                .collect(Collectors.joining(", ")))));
  }
}
