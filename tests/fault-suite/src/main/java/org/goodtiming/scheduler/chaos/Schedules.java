package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.OutsideLedger.Registration;

/**
 * Jobs that recur every second, registered before a fault strikes: so each of their planned times
 * is known, and with misfire policy {@code fire-all} each must have its run, however long the
 * outage.
 *
 * @param prefix of their job ids
 * @param queues a schedule for each of them
 */
record Schedules(FaultContext context, String prefix, List<String> queues) {

  private static final Duration REGISTRATION_LIMIT = Duration.ofSeconds(60);

  /** Registers them, and notes what is planned until the end. */
  void register(Duration length) throws InterruptedException {
    var end = context.clock().now().plus(length).truncatedTo(ChronoUnit.SECONDS);
    try (JMSContext session = context.client().open(JMSContext.AUTO_ACKNOWLEDGE)) {
      queues.forEach(queue -> send(session, queue, end));
    }
    if (!Wait.until(REGISTRATION_LIMIT, () -> planned().size() == queues.size())) {
      throw new IllegalStateException(
          "of %d schedules only %s are there".formatted(queues.size(), planned()));
    }
    for (var queue : queues) {
      noteRuns(queue, first(queue), end);
    }
  }

  /** How the ledger calls the run that is planned for then. */
  static String run(String jobId, Instant plannedAt) {
    return jobId + "@" + plannedAt;
  }

  static boolean isRun(String id) {
    return id.contains("@");
  }

  private void send(JMSContext session, String queue, Instant end) {
    session
        .createProducer()
        .setProperty(WireContract.QUEUE, queue)
        .setProperty(WireContract.JOB_ID, jobId(queue))
        .setProperty(WireContract.RECURRENCE, "every:PT1S until=" + end)
        .setProperty(WireContract.MISFIRE, WireContract.MISFIRE_FIRE_ALL)
        .send(session.createQueue(WireContract.REGISTRATION_QUEUE), "chaos");
  }

  private void noteRuns(String queue, Instant first, Instant end) {
    Stream.iterate(first, at -> !at.isAfter(end), at -> at.plusSeconds(1))
        .map(at -> new Registration(run(jobId(queue), at), queue, at, true))
        .forEach(context.ledger()::registered);
  }

  // Nothing has struck yet, so no run was left out
  private Instant first(String queue) {
    return context
        .sql()
        .instant(
            """
            SELECT next_planned_at - runs * interval '1 second' FROM scheduler.schedule
             WHERE job_id = '%s' AND state = 'ACTIVE'
            """
                .formatted(jobId(queue)));
  }

  private List<String> planned() {
    return context
        .sql()
        .values(
            "SELECT job_id FROM scheduler.schedule WHERE state = 'ACTIVE' AND starts_with(job_id, '%s')"
                .formatted(prefix));
  }

  private String jobId(String queue) {
    return prefix + queue;
  }
}
