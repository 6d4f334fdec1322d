package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The REST API of one node. The login is sent to nothing else, and only the answer that an
 * operation has is taken for its success.
 */
final class Api {
  private static final String GET = "GET";
  private static final String LOGIN_NEEDED = "SCHED-0907";
  private static final Map<String, String> ACCEPTED =
      Map.of("Accept", "application/json, */*;q=0.5");

  private final Connection connection;
  private boolean isNode;

  Api(Connection connection) {
    this.connection = connection;
  }

  JsonObject get(Address address) {
    return object(GET, address, null);
  }

  /** An answer that may be anything. */
  byte[] bytes(Address address) {
    Answer answer = answer(GET, address, null);
    Success.check(answer, address);
    return answer.bytes();
  }

  JsonObject post(Address address, @Nullable JsonValue body) {
    return object("POST", address, body);
  }

  /** Sends a request with a key: without it, a repetition would be carried out, too. */
  JsonObject postOnce(Address address, @Nullable JsonValue body) {
    Map<String, String> key = Map.of(Http.IDEMPOTENCY_KEY, UUID.randomUUID().toString());
    return Success.check(answer("POST", address, body, key), address);
  }

  JsonObject put(Address address, @Nullable JsonValue body) {
    return object("PUT", address, body);
  }

  JsonObject patch(Address address, JsonValue body) {
    return object("PATCH", address, body);
  }

  JsonObject delete(Address address) {
    return object("DELETE", address, null);
  }

  /** The answer of the readiness, whether it is up or down. */
  JsonObject health() {
    Answer answer = withoutLogin("/scheduler/ready");
    JsonObject health = answer.object();
    if (health == null || !health.containsKey("checks")) {
      throw answer.foreign("");
    }
    return health;
  }

  /** The metrics for Prometheus. */
  String metrics() {
    Answer answer = withoutLogin("/scheduler/metrics");
    if (answer.status() != 200) {
      throw answer.foreign("");
    }
    return answer.body();
  }

  /** The address of the server, without that of its API. */
  String server() {
    return connection.base().resolve("/").toString().replaceFirst("/$", "");
  }

  /**
   * @return empty if the answer has no body
   * @throws Failure if the API refuses the request, or does not answer
   */
  private JsonObject object(String method, Address address, @Nullable JsonValue body) {
    return Success.check(answer(method, address, body), address);
  }

  private Answer answer(String method, Address address, @Nullable JsonValue body) {
    return answer(method, address, body, Map.of());
  }

  private Answer answer(
      String method, Address address, @Nullable JsonValue body, Map<String, String> more) {
    proveNode();
    Map<String, String> headers = new LinkedHashMap<>(ACCEPTED);
    headers.putAll(more);
    if (connection.authorization() != null) {
      headers.put("Authorization", connection.authorization());
    }
    if (address.condition() != null) {
      headers.put(address.condition(), "*");
    }
    if (body != null) {
      headers.put("Content-Type", "application/json");
    }
    Answer answer = Http.send(method, connection.base().resolve(address.text()), headers, body);
    if (answer.status() >= 400) {
      throw answer.refusal();
    }
    return answer;
  }

  /** Checks, before the first request with a login, that the server is a node. */
  private void proveNode() {
    if (isNode || connection.authorization() == null) {
      return;
    }
    Answer answer = withoutLogin("session");
    JsonObject problem = answer.problem();
    if (problem == null) {
      throw answer.foreign("; no login was sent");
    }
    if (!problem.getString("code").equals(LOGIN_NEEDED)) {
      throw answer.refusal();
    }
    isNode = true;
  }

  private Answer withoutLogin(String path) {
    return Http.send(GET, connection.base().resolve(path), ACCEPTED, null);
  }
}
