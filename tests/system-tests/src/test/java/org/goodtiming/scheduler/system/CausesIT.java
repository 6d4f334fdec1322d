package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.zone.ZoneOffsetTransition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each cause of an explanation, as the whole stack shows it in the situation that has it. */
@Nightly
class CausesIT {

  private static final String QUEUE = "test.registration";
  private static final String JOB = "/jobs/" + QUEUE + "/1";
  private static final String SCHEDULE = "/schedules/" + QUEUE + "/1";

  /** A queue whose messages are delivered once. */
  private static final String FRAGILE = "test.causes";

  private static final String DUE = "'delay': 'PT0S'";
  private static final String RUN = "'delay': 'PT0S', 'tracked': true";
  private static final String FAR = "'dueAt': '2100-01-01T00:00:00Z'";
  private static final String DAILY = "'recurrence': 'cron:0 0 6 ? * * zone=UTC%s'";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Path OPENAPI =
      Path.of("../../scheduler-web/src/main/resources/openapi.json");

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;
  private JMSContext worker;

  /** Brings the stack into a situation, and returns what is to be explained. */
  private interface Arrangement {
    String begin(CausesIT stack) throws JMSException;
  }

  /** The situations: their names are those of the causes. */
  enum Situation {
    NOT_DUE(it -> it.register(FAR)),
    HELD(it -> it.post(it.register(FAR) + "/hold", JOB)),
    EXPIRED(
        it -> {
          it.post("/worker-queues/" + QUEUE + "/pause", "");
          return it.register(DUE + ", 'expiresAt': '%s'".formatted(it.stack.now().plusSeconds(2)));
        }),
    PARENTS(
        it -> {
          it.register("2", FAR + ", 'tracked': true");
          return it.register(DUE + ", 'after': '%s/2'".formatted(QUEUE));
        }),
    RETRYING(it -> it.failing("PT1H", 1)),
    SCHEDULE_PAUSED(
        it -> {
          it.register(DAILY.formatted(""));
          return it.post(SCHEDULE + "/pause", SCHEDULE);
        }),
    WAITS_FOR_RUN(
        it -> it.register("'recurrence': 'every:PT1S', 'overlap': 'wait', 'tracked': true")),
    CATCH_UP(
        it -> {
          it.stack.pause(QUEUE, true);
          String missed = "'recurrence': 'every:PT1S', 'misfire': 'fire-all'";
          // Together they are due faster than they may catch up
          IntStream.range(2, 52).forEach(other -> it.register(Integer.toString(other), missed));
          String job = it.register(missed);
          it.stack.execute(
              """
              UPDATE scheduler.schedule SET next_planned_at = next_planned_at - interval 'PT10M';
              UPDATE scheduler.job SET due_at = due_at - interval 'PT10M', planned_at = planned_at - interval 'PT10M',
                     eligible_at = eligible_at - interval 'PT10M'
              """);
          it.stack.pause(QUEUE, false);
          return job;
        }),
    JITTER(it -> it.register("'recurrence': 'every:PT2S', 'jitter': 'PT10H'")),
    NOT_ELIGIBLE(
        it -> {
          String job = it.register(FAR);
          it.stack.execute(
              "UPDATE scheduler.job SET due_at = clock_timestamp(), eligible_at = clock_timestamp() + interval 'PT1H'");
          return job;
        }),
    OMITTED(
        it -> {
          LocalDate today = LocalDate.now(ZoneOffset.UTC);
          it.register(
              DAILY.formatted(
                  " except=weekly:%s,%s".formatted(weekday(today), weekday(today.plusDays(1)))));
          return SCHEDULE;
        }),
    SHIFTED(
        it -> {
          it.register(
              "'recurrence': 'cron:0 30 2 ? * * zone=Europe/Berlin start=%s'"
                  .formatted(nextGap().getInstant().minus(Duration.ofHours(1))));
          return SCHEDULE;
        }),
    DISPATCH_PAUSED(it -> it.post("/dispatch/pause", it.register(FAR))),
    GROUP_PAUSED(
        it -> {
          it.done(it.rest.post("/dispatch/pause", "{\"group\": \"g\"}"));
          return it.register(DUE + ", 'group': 'g'");
        }),
    QUEUE_NOT_LISTED(
        it -> {
          String job = it.registerIn("test.causes.unlisted", "{}", FAR);
          it.stack.execute(
              "DELETE FROM scheduler.worker_queue WHERE name = 'test.causes.unlisted'");
          return job;
        }),
    QUEUE_PAUSED(it -> it.post("/worker-queues/" + QUEUE + "/pause", it.register(FAR))),
    QUEUE_RESTING(it -> it.registerIn("test.causes.missing", "{}", DUE)),
    NODES_DRAINED(
        it -> {
          it.post("/nodes/node-1/drain", "");
          return it.post("/nodes/node-2/drain", it.register(FAR));
        }),
    NO_LEADER(it -> it.registerIn("test.causes.nobody", "{\"partition\": \"nobody\"}", DUE)),
    IN_DOUBT(
        it -> {
          String job = it.register(FAR);
          it.stack.execute("BEGIN; DELETE FROM scheduler.job; PREPARE TRANSACTION 'causes'");
          return job;
        }),
    IN_QUARANTINE(it -> it.failing("none", 1)),
    EXHAUSTED(it -> it.failing("none", 1)),
    EARLIER_ATTEMPT(it -> it.failing("PT1S", 2)),
    BACKLOG(CausesIT::late),
    FAIR_SHARES(
        it -> {
          it.done(
              it.rest.put(
                  "/worker-queues/" + QUEUE, "{\"keyProperty\": \"x_a\", \"fairShares\": true}"));
          return it.late();
        }),
    CONCURRENCY_LIMIT(
        it -> it.behindTwo("{\"maxConcurrentRuns\": 1, \"finishedWhenAcknowledged\": true}")),
    RATE_LIMIT(it -> it.behindTwo("{\"rateLimit\": 1}")),
    MAX_DEPTH(it -> it.behindTwo("{\"maxDepth\": 1}")),
    WORKER_QUEUE(it -> it.register(RUN)),
    NO_CONSUMER(it -> it.register(RUN)),
    WORKER_BACKLOG(
        it -> {
          it.register("2", RUN);
          return it.register(RUN);
        }),
    REGISTERED_LATE(
        it ->
            it.register(
                "'tracked': true, 'dueAt': '%s'"
                    .formatted(it.stack.now().minus(Duration.ofHours(1))))),
    CANCELLED(
        it -> {
          it.done(it.rest.delete(it.register(FAR)));
          return JOB;
        }),
    CANCEL_REQUESTED(
        it -> {
          it.register(RUN);
          it.take(QUEUE);
          it.done(it.rest.delete(it.run()));
          return it.run();
        }),
    ERROR(
        it -> {
          it.register(RUN);
          it.reportFailure(it.take(QUEUE));
          return JOB;
        }),
    SCHEDULE_ENDED(
        it -> {
          it.done(it.rest.delete(it.register(DAILY.formatted(""))));
          return SCHEDULE;
        }),
    CHANGING(
        it -> {
          it.register(FAR + ", 'tracked': true");
          String run = it.run();
          it.stack.execute("DELETE FROM scheduler.job");
          return run;
        });

    private final Arrangement arrangement;

    Situation(Arrangement arrangement) {
      this.arrangement = arrangement;
    }

    String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(1));
    worker = stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED);
  }

  @AfterEach
  void nothing_left() {
    worker.close();
    if (stack.integer("SELECT count(*) FROM pg_prepared_xacts WHERE gid = 'causes'") == 1) {
      stack.execute("ROLLBACK PREPARED 'causes'");
    }
    stack.clear();
    stack.execute("DELETE FROM scheduler.worker_queue WHERE name LIKE 'test.causes%'");
  }

  @ParameterizedTest
  @EnumSource
  void a_situation_is_explained_by_its_cause(Situation situation) throws JMSException {
    String explained = situation.arrangement.begin(this);

    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(() -> assertThat(codes(explained)).contains(situation.code()));
    if (situation == Situation.QUEUE_RESTING) {
      assertThat(rest.get(explained + "/explanation").body())
          .contains("does not exist")
          .doesNotContain("worker has failed");
    }
  }

  @Test
  void no_cause_of_the_api_is_forgotten() throws IOException {
    JsonObject api;
    try (JsonReader reader = Json.createReader(Files.newInputStream(OPENAPI))) {
      api = reader.readObject();
    }
    String codes =
        api.getJsonObject("components")
            .getJsonObject("schemas")
            .getJsonObject("Cause")
            .getJsonObject("properties")
            .getJsonObject("code")
            .getString("description")
            .replaceFirst("(?s) \\(ask again.*", "");

    assertThat(Arrays.stream(codes.split(",( or)? ")))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Stream.of("broker-away"), // OutageIT
                    Arrays.stream(Situation.values()).map(Situation::code))
                .toList());
  }

  private List<String> codes(String explained) {
    Answer answer = rest.get(explained + "/explanation");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().getJsonArray("causes").getValuesAs(JsonObject.class).stream()
        .map(cause -> cause.getString("code"))
        .toList();
  }

  private String register(String fields) {
    register("1", fields);
    return JOB;
  }

  private void register(String jobId, String fields) {
    register(QUEUE, jobId, fields);
  }

  private void register(String queue, String jobId, String fields) {
    done(
        rest.post(
            "/jobs",
            "{'queue': '%s', 'jobId': '%s', %s}"
                .formatted(queue, jobId, fields)
                .replace('\'', '"')));
  }

  /** In a queue of these settings, which the broker lacks. */
  private String registerIn(String queue, String settings, String fields) {
    done(rest.put("/worker-queues/" + queue, settings));
    register(queue, "1", fields);
    return "/jobs/" + queue + "/1";
  }

  /** A tracked job whose queue was paused when it was due; by SQL, so the audit has no pause. */
  private String late() {
    stack.pause(QUEUE, true);
    String job = register(RUN);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.integer(
                        "SELECT count(*) FROM scheduler.job WHERE due_at < clock_timestamp() - interval '1.5 s'")
                    == 1);
    stack.pause(QUEUE, false);
    return job;
  }

  /** A job that is registered after two others, in a queue of these settings. */
  private String behindTwo(String settings) {
    done(rest.put("/worker-queues/" + QUEUE, settings));
    register("2", DUE);
    register("3", DUE);
    return register(DUE);
  }

  /** Sends a request without content, and returns what is to be explained. */
  private String post(String path, String explained) {
    done(rest.post(path, "{}"));
    return explained;
  }

  private void done(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isBetween(200, 299);
  }

  /** A job whose worker has failed so many times. */
  private String failing(String retry, int attempts) {
    stack.allow(FRAGILE, Duration.ZERO, 1);
    done(rest.put("/worker-queues/" + FRAGILE, "{\"retry\": \"%s\"}".formatted(retry)));
    register(FRAGILE, "1", RUN);
    for (int attempt = 0; attempt < attempts; attempt++) {
      take(FRAGILE);
      worker.rollback();
    }
    return "/jobs/" + FRAGILE + "/1";
  }

  /** Receives a message, and holds it. */
  private Message take(String queue) {
    try (JMSConsumer consumer = worker.createConsumer(worker.createQueue(queue))) {
      Message message = consumer.receive(PATIENCE.toMillis());
      assertThat(message).isNotNull();
      return message;
    }
  }

  private void reportFailure(Message delivery) throws JMSException {
    String report =
        "{\"fireId\": \"%s\", \"token\": \"%s\", \"event\": \"failed\", \"message\": \"TaxClient 503\"}"
            .formatted(
                delivery.getStringProperty("scheduler_fireId"),
                delivery.getStringProperty("scheduler_token"));
    worker.createProducer().send(worker.createQueue("scheduler.reports"), report);
    worker.commit();
  }

  private String run() {
    return "/executions/" + stack.value("SELECT fire_id FROM scheduler.execution");
  }

  private static String weekday(LocalDate date) {
    return date.getDayOfWeek()
        .getDisplayName(TextStyle.SHORT, Locale.ENGLISH)
        .toUpperCase(Locale.ROOT);
  }

  /** When the clocks go forward next. */
  private static ZoneOffsetTransition nextGap() {
    ZoneOffsetTransition next = ZoneId.of("Europe/Berlin").getRules().nextTransition(Instant.now());
    return next.isGap()
        ? next
        : ZoneId.of("Europe/Berlin").getRules().nextTransition(next.getInstant());
  }
}
