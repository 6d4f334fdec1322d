package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests at random by the OpenAPI document: as many as -Dscheduler.rest-fuzz=N. */
@Nightly
class RestFuzzIT {

  private static final Path DOCUMENT =
      Path.of(
          System.getProperty("scheduler.root"), "scheduler-web/src/main/resources/openapi.json");

  /** Counted like a status: the server has ended the connection before its answer was read. */
  private static final int CLOSED = 0;

  private static final int SENDERS = 8;
  private static final int MAX_SHOWN = 20;

  private final SystemStack stack = SystemStack.shared();
  private List<String> known = List.of();
  private RestClient rest;

  @BeforeEach
  void prepare() {
    stack.clear();
    known = stack.values("SELECT name FROM scheduler.worker_queue");
    stack.allow(RestFuzz.QUEUE);
    rest = new RestClient(stack.node(1));
  }

  @AfterEach
  void clear() {
    stack.clear();
    stack.execute(
        "DELETE FROM scheduler.worker_queue WHERE name NOT IN ('%s')"
            .formatted(String.join("', '", known)));
    stack.execute(
        "DELETE FROM scheduler.api_user WHERE name <> '%s'".formatted(stack.node(1).restUser()));
    // A queue that is moved to a new partition makes a lease
    stack.execute("DELETE FROM scheduler.lease WHERE partition <> 'default' AND holder IS NULL");
  }

  @Test
  void the_document_that_is_checked_in_is_served() throws IOException {
    assertThat(rest.get("/openapi").body()).isEqualTo(Files.readString(DOCUMENT));
  }

  @Test
  void every_answer_is_what_was_asked_for_or_a_problem_with_a_code() throws Exception {
    int count = Integer.getInteger("scheduler.rest-fuzz", 20_000);
    long seed = Long.getLong("scheduler.seed", 20_261_122L);
    RestFuzz fuzz = new RestFuzz(seed, document());
    Map<Integer, Integer> statuses = new ConcurrentSkipListMap<>();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    try {
      for (int sent = 0; sent < count; sent++) {
        RestFuzz.Request request = fuzz.next();
        senders.execute(
            () -> {
              if (wrong.size() < MAX_SHOWN) {
                String fault = fault(request, statuses);
                if (fault != null) {
                  wrong.add(fault);
                }
              }
            });
      }
      senders.shutdown();
      assertThat(senders.awaitTermination(30, TimeUnit.MINUTES)).isTrue();
    } finally {
      senders.shutdownNow();
    }
    System.out.printf("REST fuzz: seed %d, answers by status %s%n", seed, statuses);
    assertThat(wrong).as("seed %d, answers by status %s", seed, statuses).isEmpty();
    assertThat(statuses.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(count);
    assertThat(statuses).containsKeys(200, 400, 404, 405, 415, 422);
    assertThat(statuses.keySet()).as("some change something").containsAnyOf(201, 202, 204);
  }

  private String fault(RestFuzz.Request request, Map<Integer, Integer> statuses) {
    try {
      Answer answer = request.sendBy(rest);
      statuses.merge(answer.status(), 1, Integer::sum);
      return isRight(request, answer)
          ? null
          : request + " -> " + answer.status() + " " + answer.body();
    } catch (RuntimeException e) {
      if (e.getCause() instanceof IOException && mayBeRefusedByServer(request)) {
        statuses.merge(CLOSED, 1, Integer::sum);
        return null;
      }
      return request + " -> " + e;
    }
  }

  private static boolean isRight(RestFuzz.Request request, Answer answer) {
    if (isFailureOfServer(request, answer)) {
      return true;
    }
    if (answer.status() < 400) {
      return request.successes().isEmpty() || request.successes().contains(answer.status());
    }
    if (mayBeRefusedByServer(request) && answer.body().isEmpty()) {
      return answer.status() < 500;
    }
    return answer.status() < 500
        && answer.header("Content-Type").equals("application/problem+json")
        && answer.json().getInt("status") == answer.status()
        && answer.code().matches("SCHED-\\d{4}")
        && !answer.body().contains("Exception");
  }

  /** At a dot segment at the end of the path, before the API sees it (docs/rest.md). */
  private static boolean isFailureOfServer(RestFuzz.Request request, Answer answer) {
    return request.path().replaceFirst("\\?.*", "").matches(".*/\\.\\.?")
        && answer.status() == 200
        && answer.body().isEmpty()
        && answer.header("Cache-Control").isEmpty();
  }

  /** Before the API sees it: a path with NUL, a head of about 64 KiB, or a GET with a body. */
  private static boolean mayBeRefusedByServer(RestFuzz.Request request) {
    return request.path().replaceFirst("\\?.*", "").contains("%00")
        || (List.of("GET", "DELETE").contains(request.method()) && !request.body().isEmpty())
        || request.path().length() + request.headers().toString().length() > 60_000;
  }

  private static JsonObject document() throws IOException {
    try (var reader = Json.createReader(new StringReader(Files.readString(DOCUMENT)))) {
      return reader.readObject();
    }
  }
}
