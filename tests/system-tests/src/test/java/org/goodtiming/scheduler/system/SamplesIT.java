package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The web shop and its workers, which are deployed apart from the scheduler. */
@AnyServer
class SamplesIT {

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  void empty() {
    stack.clear();
    stack.execute("TRUNCATE shop.reminder");
  }

  @Test
  void a_person_learns_of_an_order_that_was_not_shipped() {
    stack.execute(
        "INSERT INTO shop.orders (id, run, due_at) VALUES ('late order', 'samples', now())");
    register("order-check", "late order", true);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(
                        stack.values("SELECT reason FROM shop.alert WHERE order_id = 'late order'"))
                    .containsExactly("not shipped"));
    assertThat(stack.values("SELECT order_id FROM shop.order_check WHERE order_id = 'late order'"))
        .hasSize(1);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> stack.value("SELECT state FROM scheduler.execution WHERE job_id = 'late order'"),
            "FINISHED"::equals);
  }

  @Test
  void the_check_of_an_order_comes_unless_its_transaction_is_rolled_back() throws Exception {
    // In this order: shipped, rolled back, never shipped, rolled back
    place("run=fates&orders=4&parallel=1&delay=PT1S&rolledBack=0.5&neverShipped=0.34");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(
                        stack.values(
                            """
                            SELECT order_id || ' ' || coalesce(reason, 'shipped')
                              FROM shop.order_check LEFT JOIN shop.alert USING (order_id)
                             WHERE order_id LIKE 'fates-%' ORDER BY 1
                            """))
                    .containsExactly("fates-1 shipped", "fates-3 not shipped"));
    assertThat(stack.values("SELECT id FROM shop.orders WHERE run = 'fates' ORDER BY id"))
        .containsExactly("fates-1", "fates-3");
    assertThat(stack.values("SELECT order_id FROM shop.rolled_back WHERE run = 'fates' ORDER BY 1"))
        .containsExactly("fates-2", "fates-4");
    assertThat(stack.ledger("registered")).isEqualTo(2);
  }

  @Test
  void an_order_that_cannot_be_stored_has_no_check() throws Exception {
    stack.execute("INSERT INTO shop.orders (id, run, due_at) VALUES ('8501', 'taken', now())");
    place("run=taken&orders=2&first=8501&parallel=1&delay=PT1S&rolledBack=0");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> stack.values("SELECT order_id FROM shop.order_check WHERE order_id LIKE '850_'"),
            List.of("8502")::equals);
    assertThat(stack.values("SELECT id FROM shop.orders WHERE run = 'taken' ORDER BY id"))
        .containsExactly("8501", "8502");
    assertThat(stack.ledger("registered")).isEqualTo(1);
  }

  @Test
  void many_small_jobs_are_each_done_once() {
    int jobs = Volume.of(100, 500);
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.sendAll(
          jobs,
          i ->
              Map.of(
                  "scheduler_queue", "cart-reminder",
                  "scheduler_jobId", "cart " + i,
                  "scheduler_delay", "PT0S"));
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> stack.integer("SELECT count(*) FROM shop.reminder") >= jobs);
    assertThat(stack.value("SELECT count(*) || ' ' || count(DISTINCT cart_id) FROM shop.reminder"))
        .isEqualTo(jobs + " " + jobs);
  }

  @Test
  void a_worker_that_always_fails_is_tried_again_with_backoff_and_then_its_job_is_kept() {
    register("always-fails", "hopeless", false);
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(stack.values("SELECT stage || ' ' || job_id FROM scheduler.quarantine"))
                    .containsExactly("execution hopeless"));
  }

  @Nightly
  @Test
  void a_report_that_recurs_is_made_once_for_each_planned_time_until_it_is_ended()
      throws IOException, InterruptedException {
    stack.execute("TRUNCATE shop.report");
    var reports = shop("reports/samples");
    assertThat(status(reports.PUT(BodyPublishers.ofString("recurrence=every:PT1S"))))
        .isEqualTo(202);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> stack.integer("SELECT count(*) FROM shop.report") >= 3);
    assertThat(status(reports.DELETE())).isEqualTo(202);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> stack.value("SELECT state FROM scheduler.schedule WHERE queue = 'shop-report'"),
            "ENDED"::equals);
    assertThat(
            stack.values(
                """
                SELECT count(DISTINCT planned_at) = count(*) AND max(run) <= count(*) + 1
                       AND bool_and(made_at >= planned_at)
                  FROM shop.report WHERE schedule = 'samples'
                """))
        .containsExactly("t");
  }

  private void place(String form) throws IOException, InterruptedException {
    assertThat(status(shop("orders").POST(BodyPublishers.ofString(form)))).isEqualTo(202);
  }

  private HttpRequest.Builder shop(String resource) {
    return HttpRequest.newBuilder(
            URI.create(stack.node(1).url() + "/web-shop-sample/api/" + resource))
        .header("Content-Type", "application/x-www-form-urlencoded");
  }

  private static int status(HttpRequest.Builder request) throws IOException, InterruptedException {
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  private void register(String queue, String jobId, boolean tracked) {
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.send(
          "",
          Map.of(
              "scheduler_queue", queue,
              "scheduler_jobId", jobId,
              "scheduler_delay", "PT0S",
              "scheduler_tracked", tracked));
    }
  }
}
