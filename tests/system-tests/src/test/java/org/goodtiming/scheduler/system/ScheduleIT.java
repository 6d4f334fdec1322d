package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.ScheduledRun;
import org.goodtiming.scheduler.system.Registrant.Receipt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs that recur, registered by JMS and delivered to a worker. */
class ScheduleIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final Registrant registrant = new Registrant(stack.connectionFactory());
  @AutoClose private Worker worker;

  @BeforeEach
  void empty() {
    stack.clear();
    worker = new Worker(stack.connectionFactory(), "test.registration");
  }

  @Nightly
  @Test
  void each_run_is_delivered_once_with_its_planned_time() {
    Receipt receipt = schedule("report", "every:PT1S", Map.of("scheduler_count", 5));
    assertThat(receipt.status())
        .as("%s", receipt.property("scheduler_reason"))
        .isEqualTo("accepted");
    Instant first = Instant.ofEpochMilli((Long) receipt.property("scheduler_dueAt"));

    List<JobDelivery> runs = Stream.generate(() -> worker.receive(PATIENCE)).limit(5).toList();
    assertThat(runs)
        .extracting(JobDelivery::dueAt)
        .containsExactlyElementsOf(
            Stream.iterate(first, due -> due.plusSeconds(1)).limit(5).toList());
    assertThat(runs).extracting(JobDelivery::fireId).doesNotHaveDuplicates();
    assertThat(runs).extracting(JobDelivery::jobId).containsOnly("report");
    assertThat(runs)
        .extracting(JobDelivery::scheduledRun)
        .extracting(ScheduledRun::number)
        .containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(runs.get(2).scheduledRun())
        .isEqualTo(
            new ScheduledRun(
                first.plusSeconds(2), 3, first.plusSeconds(1), first.plusSeconds(3), null));
    assertThat(runs.get(0).scheduledRun().previousAt()).isNull();
    assertThat(runs.get(4).scheduledRun().nextAt()).isNull();
    awaitEnd("ENDED 5 no further run is due");
    assertThat(worker.nothingMore()).isTrue();
    assertThat(stack.ledger("registered")).isEqualTo(5);
    assertThat(stack.ledger("dispatched")).isEqualTo(5);
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_cancel_stops_the_schedule() {
    schedule("report", "every:PT1S", Map.of());
    worker.receive(PATIENCE);
    AtomicReference<Instant> last = new AtomicReference<>(worker.receive(PATIENCE).dueAt());
    Receipt cancelled =
        registrant.ask("", Map.of("scheduler_jobId", "report", "scheduler_op", "cancel"));
    assertThat(cancelled.status()).isEqualTo("cancelled");
    await().atMost(PATIENCE).until(() -> stack.ledger("waiting") == 0);

    long runs = stack.integer("SELECT runs FROM scheduler.schedule");
    awaitEnd("ENDED %d cancelled".formatted(runs));
    Stream.generate(() -> worker.receive(PATIENCE))
        .limit(runs - 2)
        .forEach(run -> last.set(run.dueAt()));
    assertThat(worker.nothingMore()).isTrue();
    assertThat(cancelled.property("scheduler_lastPlannedAt"))
        .as("the receipt tells the last run that was dispatched")
        .isEqualTo(last.get().toEpochMilli());
    assertThat(stack.ledger("dispatched")).isEqualTo(runs);
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void an_unreadable_recurrence_is_refused_with_place_and_cure_and_can_be_mended() {
    Receipt receipt = schedule("report", "cron:0 0 6 32 * ?", Map.of());
    assertThat(receipt.status()).isEqualTo("rejected");
    assertThat(receipt.property("scheduler_code")).isEqualTo("SCHED-0132");
    assertThat((String) receipt.property("scheduler_reason"))
        .endsWith("cron field 4 (day of month) '32': 1-31, ? * L W allowed");
    await()
        .atMost(PATIENCE)
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 1);

    stack.execute(
        "UPDATE scheduler.quarantine SET properties = replace(properties, ' 32 ', ' 31 ')");
    stack.execute("SELECT scheduler.resubmit(id) FROM scheduler.quarantine");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack
                    .values("SELECT recurrence FROM scheduler.schedule")
                    .equals(List.of("cron:0 0 6 31 * ?")));
  }

  @Test
  void holidays_are_known_within_the_server() {
    Receipt receipt =
        schedule(
            "report",
            "cron:0 0 6 ? * MON-FRI except=holidays:DE-BE",
            Map.of("scheduler_zone", "Europe/Berlin", "scheduler_start", "2027-01-01T00:00:00Z"));
    assertThat(receipt.status())
        .as("%s", receipt.property("scheduler_reason"))
        .isEqualTo("accepted");
    assertThat(receipt.property("scheduler_dueAt"))
        .isEqualTo(Instant.parse("2027-01-04T05:00:00Z").toEpochMilli());
  }

  private Receipt schedule(String jobId, String recurrence, Map<String, Object> conditions) {
    Map<String, Object> properties = new HashMap<>(conditions);
    properties.put("scheduler_jobId", jobId);
    properties.put("scheduler_recurrence", recurrence);
    return registrant.ask("nightly", properties);
  }

  private void awaitEnd(String state) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        stack.value(
                            "SELECT state || ' ' || runs || ' ' || end_reason FROM scheduler.schedule"))
                    .isEqualTo(state));
  }
}
