package org.goodtiming.scheduler.quartz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import org.goodtiming.scheduler.dev.DevStackException;
import org.goodtiming.scheduler.dev.Problem;
import org.goodtiming.scheduler.dev.RestAccess;

/** The scheduler that the triggers are imported into. */
final class SchedulerApi {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final RestAccess access;

  SchedulerApi(RestAccess access) {
    this.access = access;
  }

  /**
   * Registers it, in place of what waits under the same key.
   *
   * @return the status that the scheduler tells, such as {@code accepted}
   * @throws ImportException if the scheduler refuses it, with the code and the text of the refusal
   * @throws DevStackException if the scheduler does not answer, or does not know the user
   */
  String register(Registration registration) throws InterruptedException {
    try {
      HttpResponse<String> answer = http.send(request(registration), BodyHandlers.ofString());
      return status(answer.statusCode(), JSON.readTree(answer.body()));
    } catch (IOException e) {
      throw Problem.NO_SCHEDULER.because(e, access.base(), registration.jobId(), e);
    }
  }

  private static String status(int statusCode, JsonNode body) throws IOException {
    String refusal = "%s %s".formatted(body.path("code").asText(), body.path("detail").asText());
    if (statusCode == 401 || statusCode >= 500) {
      throw new IOException(refusal);
    }
    if (statusCode >= 300) {
      throw new ImportException(refusal);
    }
    return body.path("status").asText();
  }

  private HttpRequest request(Registration registration) throws IOException {
    String credentials = access.user() + ":" + access.password();
    return HttpRequest.newBuilder(
            URI.create(
                "%s/jobs/%s/%s"
                    .formatted(
                        access.base(),
                        encoded(registration.queue()),
                        encoded(registration.jobId()))))
        .timeout(PATIENCE)
        .header(
            "Authorization",
            "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
        .header("Content-Type", "application/json")
        .PUT(BodyPublishers.ofString(JSON.writeValueAsString(registration.fields())))
        .build();
  }

  private static String encoded(String segment) {
    return URLEncoder.encode(segment, UTF_8).replace("+", "%20");
  }
}
