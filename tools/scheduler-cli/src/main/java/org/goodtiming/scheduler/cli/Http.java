package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.install.IoFailure;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests, and follows no redirect. HttpURLConnection starts in a third of the time of
 * java.net.http.
 */
final class Http {
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  private static final int MILLIS_TO_CONNECT = 10_000;
  private static final int MILLIS_TO_ANSWER = 60_000;

  static {
    // Else a request whose answer is lost may be sent twice
    System.setProperty("sun.net.http.retryPost", "false");
  }

  private Http() {}

  /**
   * @throws Failure if the server does not answer
   */
  static Answer send(
      String method, URI uri, Map<String, String> headers, @Nullable JsonValue body) {
    try {
      // HttpURLConnection refuses this method
      return method.equals("PATCH")
          ? patched(uri, headers, String.valueOf(body))
          : sentSafely(method, uri, headers, body);
    } catch (IOException e) {
      throw new Failure(
          ExitStatus.UNAVAILABLE, "%s does not answer: %s".formatted(uri, IoFailure.reason(e)));
    }
  }

  /** Sends a request with a key again if its answer is lost: the node recognizes it. */
  private static Answer sentSafely(
      String method, URI uri, Map<String, String> headers, @Nullable JsonValue body)
      throws IOException {
    try {
      return sent(method, uri, headers, body);
    } catch (IOException e) {
      if (!headers.containsKey(IDEMPOTENCY_KEY)) {
        throw e;
      }
      return sent(method, uri, headers, body);
    }
  }

  private static Answer sent(
      String method, URI uri, Map<String, String> headers, @Nullable JsonValue body)
      throws IOException {
    HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection();
    request.setRequestMethod(method);
    request.setConnectTimeout(MILLIS_TO_CONNECT);
    request.setReadTimeout(MILLIS_TO_ANSWER);
    request.setInstanceFollowRedirects(false);
    headers.forEach(request::setRequestProperty);
    if (body != null) {
      request.setDoOutput(true);
      request.getOutputStream().write(Utf8.encode(body.toString()));
    }
    int status = request.getResponseCode();
    String text = content(status >= 400 ? request.getErrorStream() : request.getInputStream());
    return new Answer(method, uri, status, request.getHeaderField("Location"), text);
  }

  private static Answer patched(URI uri, Map<String, String> headers, String body)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofMillis(MILLIS_TO_ANSWER))
            .method("PATCH", HttpRequest.BodyPublishers.ofByteArray(Utf8.encode(body)));
    headers.forEach(request::header);
    HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofMillis(MILLIS_TO_CONNECT)).build();
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString(ISO_8859_1));
      String location = answer.headers().firstValue("Location").orElse(null);
      return new Answer("PATCH", uri, answer.statusCode(), location, answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  private static String content(@Nullable InputStream stream) throws IOException {
    if (stream == null) {
      return "";
    }
    try (stream) {
      return new String(stream.readAllBytes(), ISO_8859_1);
    }
  }
}
