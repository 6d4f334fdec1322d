package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import org.goodtiming.scheduler.dev.ServerNode;

/** A user of the REST API, who is no browser. */
public final class RestClient {

  public record Answer(int status, HttpResponse<String> http) {

    public String header(String name) {
      return http.headers().firstValue(name).orElse("");
    }

    public String body() {
      return http.body();
    }

    public JsonObject json() {
      try (var reader = Json.createReader(new StringReader(body()))) {
        return reader.readObject();
      }
    }

    public String code() {
      return json().getString("code");
    }
  }

  /** A location is a path that begins with it. */
  private static final String BASE = "/scheduler/api/v1/";

  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          // By HTTP/2, Payara refuses all that follows a head that is too long
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(30))
          .build();

  private final String url;
  private final String authorization;

  public RestClient(ServerNode node) {
    this(node, node.restUser(), node.restPassword());
  }

  public RestClient(ServerNode node, String user, String password) {
    url = node.restUrl();
    byte[] pair = (user + ":" + password).getBytes(UTF_8);
    authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  public Answer get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  public Answer post(String path, String json, String... headers) {
    return send("POST", path, json, headers);
  }

  public Answer put(String path, String json, String... headers) {
    return send("PUT", path, json, headers);
  }

  public Answer delete(String path, String... headers) {
    return send("DELETE", path, null, headers);
  }

  public Answer send(String method, String path, String json, String... headers) {
    HttpRequest.Builder request =
        request(path).header("Authorization", authorization).method(method, body(json));
    if (json != null) {
      request.header("Content-Type", "application/json");
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return send(request);
  }

  Answer withoutLogin(String method, String path, String json) {
    return send(
        request(path).header("Content-Type", "application/json").method(method, body(json)));
  }

  private HttpRequest.Builder request(String path) {
    boolean complete = path.startsWith("http") || path.startsWith(BASE);
    URI uri = complete ? URI.create(url).resolve(path) : URI.create(url + path);
    return HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(1));
  }

  private static HttpRequest.BodyPublisher body(String json) {
    return json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json);
  }

  private static Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> http = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(http.statusCode(), http);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
