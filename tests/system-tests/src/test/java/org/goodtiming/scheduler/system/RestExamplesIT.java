package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.goodtiming.scheduler.system.LeftBehind.Begun;
import org.goodtiming.scheduler.system.LeftBehind.TransactionManager;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of the OpenAPI document that a node serves, sent to it. */
@Nightly
class RestExamplesIT {

  private static final String IN_DOUBT = "0123456789abcdef";

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  private record Example(String method, String path, String json, List<Integer> statuses) {

    static Example of(String method, String path, JsonObject operation) {
      JsonObject body =
          operation
              .getJsonObject("requestBody")
              .getJsonObject("content")
              .getJsonObject("application/json");
      return new Example(
          method.toUpperCase(Locale.ROOT),
          filled(path, operation.getOrDefault("parameters", JsonValue.EMPTY_JSON_ARRAY)),
          body.get("example").toString(),
          successes(operation));
    }

    private static String filled(String path, JsonValue parameters) {
      String filled = path;
      for (JsonObject parameter : ((JsonArray) parameters).getValuesAs(JsonObject.class)) {
        if (parameter.get("example") instanceof JsonString value) {
          filled = filled.replace("{" + parameter.getString("name") + "}", value.getString());
        }
      }
      return filled;
    }

    private static List<Integer> successes(JsonObject operation) {
      return operation.getJsonObject("responses").keySet().stream()
          .filter(status -> status.matches("[23]\\d\\d"))
          .map(Integer::valueOf)
          .toList();
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  static Stream<Example> examples() {
    SystemStack stack = SystemStack.shared();
    List<Example> examples = new ArrayList<>();
    new RestClient(stack.node(1))
        .get("/openapi")
        .json()
        .getJsonObject("paths")
        .forEach(
            (path, operations) ->
                operations
                    .asJsonObject()
                    .forEach(
                        (method, operation) -> {
                          if (operation.asJsonObject().containsKey("requestBody")) {
                            examples.add(Example.of(method, path, operation.asJsonObject()));
                          }
                        }));
    return examples.stream();
  }

  @BeforeEach
  void create_resources_of_the_examples() throws Exception {
    clear();
    rest = new RestClient(stack.node(1));
    rest.put("/jobs/order-check/4711", "{\"dueAt\": \"2100-01-01T00:00:00Z\"}");
    rest.put("/jobs/order-check/nightly", "{\"recurrence\": \"years:1\"}");
    rest.post("/dispatch/pause", "{\"group\": \"customer-4711\"}");
    rest.post("/users", "{\"name\": \"john\", \"role\": \"viewer\"}");
    stack.execute(
        "UPDATE scheduler.api_user SET password_hash = '%s' WHERE name = 'john'"
            .formatted(RestSecurityIT.hash("a-generated-password")));
    stack.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, token_hash)
        VALUES ('6c0f1c0e-2b1d-4f0a-9f3e-0a1b2c3d4e5f', 'order-check', 'reported', 'DISPATCHED', 'node-1', clock_timestamp(), sha256('9f2a6b'))
        """);
    stack.execute(
        """
        INSERT INTO scheduler.quarantine (id, stage, code, reason, node, queue, message_type, properties)
        OVERRIDING SYSTEM VALUE
        VALUES (17, 'registration', 'SCHED-0112', 'a test', 'node-1', 'order-check', 'text', '{"scheduler_dueAt": "tomorrow"}')
        """);
  }

  @AfterEach
  void clear() {
    stack.clear();
    stack.execute("DELETE FROM scheduler.api_user WHERE name IN ('jane', 'john')");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_is_answered_as_its_operation_declares(Example example) {
    if (example.path().contains(IN_DOUBT)) {
      try (LeftBehind left =
          LeftBehind.bothPrepared(
              stack, new Begun("node-9", TransactionManager.PAYARA), "none", IN_DOUBT)) {
        check(example);
        left.databaseRollsBack().brokerRollsBack();
      }
    } else {
      check(example);
    }
  }

  private void check(Example example) {
    Answer answer = rest.send(example.method(), example.path(), example.json());
    assertThat(example.statuses()).as(answer.body()).contains(answer.status());
  }
}
