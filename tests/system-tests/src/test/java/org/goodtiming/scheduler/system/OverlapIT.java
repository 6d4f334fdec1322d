package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.ScheduledRun;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A schedule whose next run depends on how the last ones have ended. */
class OverlapIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final JMSContext reporter =
      new ActiveMQConnectionFactory(
              stack.broker().url(),
              BrokerUser.WORKER.user(),
              stack.broker().password(BrokerUser.WORKER))
          .createContext();
  private Worker worker;

  @BeforeEach
  void empty() {
    stack.clear();
    worker = new Worker(stack.connectionFactory(), "test.registration");
  }

  @AfterEach
  void close() {
    stack.clear();
    worker.close();
    registrant.close();
    reporter.close();
  }

  @Test
  void a_run_waits_for_the_report_of_the_last_one_and_gets_its_data() throws JMSException {
    registerPages();
    Message first = worker.receiveMessage();
    await()
        .atMost(PATIENCE)
        .until(
            () -> stack.value("SELECT due_at < clock_timestamp() FROM scheduler.job").equals("t"));
    assertThat(worker.nothingMore()).isTrue();
    assertThat(
            new RestClient(stack.node(1))
                .get("/schedules/test.registration/pages")
                .json()
                .getString("waitsFor"))
        .isEqualTo(first.getStringProperty("scheduler_fireId"));

    finish(first, "page 2");
    Message second = worker.receiveMessage();
    assertThat(JobDelivery.of(first).text()).isEqualTo("page 1");
    assertThat(JobDelivery.of(second).text()).isEqualTo("page 2");
    assertThat(JobDelivery.of(second).scheduledRun().number()).isEqualTo(2);
  }

  @Test
  void a_run_cancels_the_last_one_and_the_next_is_skipped() throws JMSException {
    RestClient rest = new RestClient(stack.node(1));
    String schedule = "/jobs/test.registration/pages";
    rest.put(schedule, "{\"recurrence\":\"every:PT2S\",\"overlap\":\"cancel\",\"body\":\"page\"}");
    Message first = worker.receiveMessage();
    Message second = worker.receiveMessage();
    assertThat(JobDelivery.of(second).scheduledRun().number()).isEqualTo(2);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack
                    .value(
                        "SELECT string_agg(fire_id::text, ',') FROM scheduler.execution WHERE cancel_requested_at IS NOT NULL")
                    .startsWith(first.getStringProperty("scheduler_fireId")));

    rest.put(schedule, "{\"recurrence\":\"every:PT1S\",\"overlap\":\"skip\",\"body\":\"page\"}");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !stack
                    .value(
                        "SELECT count(*) FROM scheduler.execution WHERE message LIKE 'the run before it has not ended%'")
                    .equals("0"));
    assertThat(rest.get("/schedules/test.registration/pages").json().getString("overlap"))
        .isEqualTo("skip");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_schedule_is_paused_after_failed_runs_in_a_row_and_resumed() throws JMSException {
    RestClient rest = new RestClient(stack.node(1));
    rest.put(
        "/jobs/test.registration/pages",
        "{\"recurrence\":\"every:PT1S\",\"pauseAfterFailures\":2,\"body\":\"page\"}");
    report(worker.receiveMessage(), "\"event\":\"failed\",\"message\":\"no paper\"");
    report(worker.receiveMessage(), "\"event\":\"failed\",\"message\":\"no paper\"");
    String schedule = "/schedules/test.registration/pages";
    await()
        .atMost(PATIENCE)
        .until(() -> rest.get(schedule).json().getString("state").equals("paused"));
    assertThat(rest.get(schedule).json().getString("pauseReason"))
        .startsWith("2 runs in a row have failed, since ");
    assertThat(rest.get(schedule + "/explanation").body()).contains("2 runs in a row have failed");
    assertThat(
            rest.get("/failures").json().getJsonArray("paused").getJsonObject(0).getString("jobId"))
        .isEqualTo("pages");
    assertThat(worker.nothingMore()).isTrue();

    rest.post(schedule + "/resume", "{}");
    assertThat(JobDelivery.of(worker.receiveMessage()).scheduledRun().number()).isEqualTo(3);
    assertThat(rest.get("/failures").json().getJsonArray("paused")).isEmpty();
  }

  @Test
  void a_range_of_planned_times_is_backfilled_in_order() throws JMSException {
    RestClient rest = new RestClient(stack.node(1));
    rest.put(
        "/jobs/test.registration/pages", "{\"recurrence\":\"cron:0 0 6 1 1 ?\",\"body\":\"page\"}");
    String backfill = "/schedules/test.registration/pages/backfill";
    String range = "{\"from\":\"2020-01-01T00:00:00Z\",\"until\":\"2023-01-01T00:00:00Z\"%s}";
    assertThat(rest.post(backfill, range.formatted(",\"dryRun\":true")).json().getInt("runs"))
        .isEqualTo(3);
    assertThat(rest.post(backfill, range.formatted(",\"pace\":\"P1D\"")).status()).isEqualTo(422);
    assertThat(rest.post(backfill, range.formatted("").replace("2023", "2099")).code())
        .isEqualTo("SCHED-0665");
    assertThat(worker.nothingMore()).isTrue();

    String paced = range.formatted(",\"pace\":\"PT0.2S\"");
    for (int node = 1; node <= 2; node++) {
      RestClient.Answer added =
          new RestClient(stack.node(node)).post(backfill, paced, "Idempotency-Key", "pages");
      assertThat(added.status() + " " + added.json().getInt("runs")).isEqualTo("200 3");
    }
    assertThat(rest.post(backfill, range.formatted(""), "Idempotency-Key", "pages").code())
        .isEqualTo("SCHED-0934");
    for (int year = 2020; year < 2023; year++) {
      ScheduledRun run = JobDelivery.of(worker.receiveMessage()).scheduledRun();
      assertThat(run.plannedAt()).isEqualTo(Instant.parse(year + "-01-01T06:00:00Z"));
      assertThat(run.lateness()).isEqualTo(ScheduledRun.Lateness.BACKFILL);
    }
    assertThat(worker.nothingMore()).isTrue();
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void the_next_run_waits_for_a_run_that_is_sent_again() throws JMSException {
    registerPages();
    Message first = worker.receiveMessage();
    report(first, "\"event\":\"returned\"");
    Message again = worker.receiveMessage();
    assertThat(again.getStringProperty("scheduler_fireId"))
        .isEqualTo(first.getStringProperty("scheduler_fireId"));
    assertThat(again.getStringProperty("scheduler_jobId")).isEqualTo("pages");
    assertThat(again.getLongProperty("scheduler_runAttempt")).isEqualTo(2);
    assertThat(JobDelivery.of(again).scheduledRun())
        .isEqualTo(JobDelivery.of(first).scheduledRun());

    finish(first, "of the former attempt");
    finish(again, "page 2");
    Message second = worker.receiveMessage();
    assertThat(JobDelivery.of(second).text()).isEqualTo("page 2");
    assertThat(JobDelivery.of(second).scheduledRun().number()).isEqualTo(2);
  }

  @Nightly
  @Test
  void a_cancel_of_a_run_that_waits_to_be_sent_again_does_not_end_its_schedule()
      throws JMSException {
    registerPages();
    Message first = worker.receiveMessage();
    stack.pause("test.registration", true);
    report(first, "\"event\":\"returned\"");
    String run = "/executions/" + first.getStringProperty("scheduler_fireId");
    RestClient rest = new RestClient(stack.node(1));
    await()
        .atMost(PATIENCE)
        .until(() -> rest.get(run).json().getString("state").equals("SUBMITTED"));
    assertThat(rest.delete(run).json().getString("cancel")).isEqualTo("cancelled");
    assertThat(rest.get(run).json().getString("state")).isEqualTo("CANCELLED");

    stack.pause("test.registration", false);
    assertThat(JobDelivery.of(worker.receiveMessage()).scheduledRun().number()).isEqualTo(2);
    assertThat(stack.ledger("difference")).isZero();
  }

  private void registerPages() {
    registrant.ask(
        "page 1",
        Map.of(
            "scheduler_jobId",
            "pages",
            "scheduler_recurrence",
            "every:PT1S",
            "scheduler_stateful",
            true));
  }

  private void finish(Message delivery, String result) throws JMSException {
    report(delivery, "\"event\":\"finished\",\"result\":\"%s\"".formatted(result));
  }

  private void report(Message delivery, String event) throws JMSException {
    String report =
        "{\"fireId\":\"%s\",\"token\":\"%s\",%s}"
            .formatted(
                delivery.getStringProperty("scheduler_fireId"),
                delivery.getStringProperty("scheduler_token"),
                event);
    reporter.createProducer().send(reporter.createQueue("scheduler.reports"), report);
  }
}
