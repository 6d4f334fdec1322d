package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a server, which may not be a node.
 *
 * @param location target of a redirect; null without a redirect
 * @param content each byte of the body as the character of ISO 8859-1; empty if there is none
 */
record Answer(String method, URI uri, int status, @Nullable String location, String content) {
  private static final String NOT_SERVED = "SCHED-0913";
  private static final String HINT = "; 'goodtiming config' shows the login that is used";

  byte[] bytes() {
    return content.getBytes(ISO_8859_1);
  }

  String body() {
    return new String(bytes(), UTF_8);
  }

  /** Null if the body is not a JSON object. */
  @Nullable JsonObject object() {
    try (JsonReader reader = Json.createReader(new StringReader(body()))) {
      return reader.readObject();
    } catch (JsonException e) {
      return null;
    }
  }

  /** The problem by which a node refused the request; null if this is no refusal of a node. */
  @Nullable JsonObject problem() {
    JsonObject problem = status < 400 ? null : object();
    return problem != null && problem.getString("code", "").startsWith("SCHED-") ? problem : null;
  }

  /** The failure for a refusal by a node, or for an answer that is not from a node. */
  Failure refusal() {
    JsonObject problem = problem();
    if (problem == null) {
      return foreign("");
    }
    String code = problem.getString("code");
    String text = Output.plain(code + " " + problem.getString("detail", ""));
    return code.equals(NOT_SERVED)
        ? foreign(": " + text)
        : Failure.ofAnswer(status, text + (status == 401 ? HINT : ""));
  }

  /**
   * No node of this version gives this answer.
   *
   * @param fault what is wrong apart from the status; may be empty
   */
  Failure foreign(String fault) {
    String to = location == null ? "" : " to " + location;
    return Failure.foreign(
        problem() == null ? 0 : status,
        Output.plain(
            "%s %s is not answered as by a node of this version, but with HTTP %d%s%s; is the address right?"
                .formatted(method, uri, status, to, fault)));
  }
}
