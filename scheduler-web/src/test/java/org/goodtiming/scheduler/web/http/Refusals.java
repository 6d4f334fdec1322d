package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.ws.rs.core.Response;
import java.io.StringReader;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Shows the problem for a client as a line of text. */
public final class Refusals {

  private Refusals() {}

  /** The problem that the call is refused with: status, code and detail. */
  public static String refusal(ThrowingCallable call) {
    ProblemException refused = catchThrowableOfType(ProblemException.class, call);
    return refused == null ? "not refused" : problem(refused.response());
  }

  /** The same of an answer. */
  public static String problem(Response answer) {
    JsonObject problem = object(answer.getEntity());
    return "%d %s %s"
        .formatted(answer.getStatus(), problem.getString("code"), problem.getString("detail"));
  }

  public static JsonObject object(Object json) {
    try (JsonReader reader = Json.createReader(new StringReader(json.toString()))) {
      return reader.readObject();
    }
  }

  /** The fields of a request; quotes may be written as apostrophes. */
  public static JsonFields fields(String json) {
    return new JsonFields(object(json.replace('\'', '"')));
  }
}
