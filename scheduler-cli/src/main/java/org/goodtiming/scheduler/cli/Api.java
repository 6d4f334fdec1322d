package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.StringReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.goodtiming.scheduler.install.IoFailure;
import org.jspecify.annotations.Nullable;

/** The REST API of one node. HttpURLConnection starts in a third of the time of java.net.http. */
final class Api {
  private static final int MILLIS_TO_CONNECT = 10_000;
  private static final int MILLIS_TO_ANSWER = 60_000;
  private static final String ACCEPTED = "application/json, */*;q=0.5";

  private final Connection connection;

  Api(Connection connection) {
    this.connection = connection;
  }

  JsonObject get(Address address) {
    return object(text("GET", address, null));
  }

  String text(Address address) {
    return text("GET", address, null);
  }

  JsonObject post(Address address, @Nullable JsonValue body) {
    return object(text("POST", address, body));
  }

  JsonObject put(Address address, @Nullable JsonValue body) {
    return object(text("PUT", address, body));
  }

  JsonObject patch(Address address, JsonValue body) {
    return object(text("PATCH", address, body));
  }

  JsonObject delete(Address address) {
    return object(text("DELETE", address, null));
  }

  /** The answer of the health checks, whether they are up or down. */
  JsonObject health() {
    return object(answer("GET", Address.of("/health/ready"), null).body);
  }

  /** The address of the server, without that of its API. */
  String server() {
    return connection.base().resolve("/").toString().replaceFirst("/$", "");
  }

  private record Answer(int status, String body) {}

  /**
   * @return empty if the answer has no body
   * @throws Failure if the API refuses the request, or does not answer
   */
  private String text(String method, Address address, @Nullable JsonValue body) {
    Answer answer = answer(method, address, body);
    if (answer.status >= 400) {
      throw refusal(answer.status, answer.body);
    }
    return answer.body;
  }

  private Answer answer(String method, Address address, @Nullable JsonValue body) {
    URI uri = connection.base().resolve(address.text());
    try {
      if (body != null && method.equals("PATCH")) {
        return patched(uri, body);
      }
      HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection();
      prepare(request, method);
      if (address.condition() != null) {
        request.setRequestProperty(address.condition(), "*");
      }
      if (body != null) {
        request.setRequestProperty("Content-Type", "application/json");
        request.setDoOutput(true);
        request.getOutputStream().write(Utf8.encode(body.toString()));
      }
      int status = request.getResponseCode();
      return new Answer(
          status, content(status >= 400 ? request.getErrorStream() : request.getInputStream()));
    } catch (IOException e) {
      throw new Failure(
          ExitStatus.UNAVAILABLE, "%s does not answer: %s".formatted(uri, IoFailure.reason(e)));
    }
  }

  /** HttpURLConnection refuses this method. */
  private Answer patched(URI uri, JsonValue body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofMillis(MILLIS_TO_ANSWER))
            .header("Accept", ACCEPTED)
            .header("Content-Type", "application/json")
            .method("PATCH", HttpRequest.BodyPublishers.ofByteArray(Utf8.encode(body.toString())));
    if (connection.authorization() != null) {
      request.header("Authorization", connection.authorization());
    }
    HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofMillis(MILLIS_TO_CONNECT)).build();
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  private void prepare(HttpURLConnection request, String method) throws IOException {
    request.setRequestMethod(method);
    request.setConnectTimeout(MILLIS_TO_CONNECT);
    request.setReadTimeout(MILLIS_TO_ANSWER);
    request.setInstanceFollowRedirects(false);
    request.setRequestProperty("Accept", ACCEPTED);
    if (connection.authorization() != null) {
      request.setRequestProperty("Authorization", connection.authorization());
    }
  }

  private static Failure refusal(int status, String body) {
    try {
      JsonObject problem = object(body);
      String text = problem.getString("detail", problem.getString("title", ""));
      return Failure.ofAnswer(
          status,
          (problem.getString("code", "HTTP " + status) + " " + text).strip() + hint(status));
    } catch (Failure e) {
      return Failure.ofAnswer(status, "The server answers with HTTP " + status);
    }
  }

  private static String hint(int status) {
    return status == 401 ? "; 'goodtiming config' shows the login that is used" : "";
  }

  private static JsonObject object(String text) {
    if (text.isEmpty()) {
      return JsonValue.EMPTY_JSON_OBJECT;
    }
    try (JsonReader reader = Json.createReader(new StringReader(text))) {
      return reader.readObject();
    } catch (JsonException e) {
      throw new Failure(
          ExitStatus.UNAVAILABLE,
          "The answer is not of the scheduler's API: is the address right?");
    }
  }

  private static String content(@Nullable InputStream stream) throws IOException {
    if (stream == null) {
      return "";
    }
    try (stream) {
      return new String(stream.readAllBytes(), UTF_8);
    }
  }
}
