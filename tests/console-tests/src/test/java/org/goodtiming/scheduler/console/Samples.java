package org.goodtiming.scheduler.console;

import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.goodtiming.scheduler.system.RestClient;
import org.goodtiming.scheduler.system.SystemStack;

/** Registers what a scheduler in use has, so that each page of the console has rows. */
record Samples(SystemStack stack, RestClient rest) {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String QUARANTINED = "SELECT count(*) FROM scheduler.quarantine";

  /** A JSON object of names and strings. */
  static String json(String... pairs) {
    JsonObjectBuilder json = Json.createObjectBuilder();
    for (int i = 0; i < pairs.length; i += 2) {
      json.add(pairs[i], pairs[i + 1]);
    }
    return json.build().toString();
  }

  void register() {
    calendarAndDefinition();
    webhook();
    schedules();
    jobs();
    runs();
    quarantine();
    batchOperation();
  }

  private void calendarAndDefinition() {
    put("/calendars/company", json("excludes", "any(weekly:SAT,SUN; dates:2026-12-24)"));
    put("/calendars/holidays-nrw", json("excludes", "dates:2026-12-25,2026-12-26,2027-01-01"));
    put("/definitions/stock-report", json("queue", "shop-report", "body", "all warehouses"));
  }

  private void webhook() {
    String chat =
        "{\"url\": \"https://chat.example.org/hooks/scheduler\", \"types\": [\"job.failed\"], \"paused\": true}";
    put("/webhooks/chat", chat);
  }

  private void schedules() {
    schedule("order-check", "late-orders", "cron:0 */15 * * * ? zone=Europe/Berlin");
    schedule("shop-report", "daily-revenue", "cron:0 0 6 ? * MON-FRI zone=Europe/Berlin");
    schedule("shop-report", "monthly-close", "cron:0 30 2 1 * ? zone=Europe/Berlin");
    schedule("cart-reminder", "abandoned-carts", "cron:0 0 18 * * ? zone=Europe/London");
    done(rest.post("/schedules/shop-report/monthly-close/pause", null));
  }

  private void schedule(String queue, String id, String recurrence) {
    put("/jobs/%s/%s".formatted(queue, id), json("recurrence", recurrence));
  }

  private void jobs() {
    Instant now = stack.now().truncatedTo(ChronoUnit.SECONDS);
    for (int i = 0; i < 24; i++) {
      job("order-check", "47%02d".formatted(i), now.plus(Duration.ofMinutes(30 + 17L * i)));
    }
    for (int i = 1; i <= 6; i++) {
      job("cart-reminder", "cart-90%d".formatted(i), now.plus(Duration.ofHours(5L * i)));
    }
    done(rest.post("/jobs/order-check/4703/hold", null));
  }

  private void job(String queue, String id, Instant dueAt) {
    put("/jobs/%s/%s".formatted(queue, id), json("dueAt", dueAt.toString(), "body", "order " + id));
  }

  private void runs() {
    for (int i = 1; i <= 6; i++) {
      String body =
          "{\"queue\": \"fibonacci\", \"jobId\": \"f-%d\", \"delay\": \"PT0S\", \"tracked\": true, \"batch\": \"numbers\", \"body\": \"%d\"}";
      done(rest.post("/jobs", body.formatted(i, 18 + i)));
    }
    String cancelled =
        "{\"queue\": \"fibonacci\", \"jobId\": \"f-9\", \"delay\": \"PT9H\", \"tracked\": true, \"batch\": \"numbers\", \"body\": \"30\"}";
    done(rest.post("/jobs", cancelled));
    done(rest.delete("/jobs/fibonacci/f-9"));
    put("/job-batches/numbers", "{\"size\": 7}");
    awaitCount(6, "scheduler.execution WHERE state = 'FINISHED'");
  }

  private void quarantine() {
    quarantine("order-chekc", "4799");
    quarantine("orders", "4799");
  }

  /** A message to a queue that is not on the allow-list. */
  void quarantine(String queue, String jobId) {
    long before = stack.integer(QUARANTINED);
    try (var context = stack.connectionFactory().createContext()) {
      context
          .createProducer()
          .setProperty("scheduler_queue", queue)
          .setProperty("scheduler_jobId", jobId)
          .setProperty("scheduler_dueAt", ConsoleTest.FAR)
          .send(context.createQueue("scheduler.jobs"), "order " + jobId);
    }
    await().atMost(PATIENCE).until(() -> stack.integer(QUARANTINED) > before);
  }

  private void batchOperation() {
    String hold = json("operation", "hold", "queue", "cart-reminder", "prefix", "cart-90");
    done(rest.post("/batch-operations", hold));
    awaitCount(1, "scheduler.batch_operation WHERE ended_at IS NOT NULL");
  }

  private void awaitCount(int count, String rows) {
    String query = "SELECT count(*) FROM " + rows;
    await().atMost(PATIENCE).until(() -> stack.integer(query) >= count);
  }

  private void put(String path, String json) {
    done(rest.put(path, json));
  }

  private static void done(RestClient.Answer answer) {
    ConsoleTest.done(answer);
  }
}
