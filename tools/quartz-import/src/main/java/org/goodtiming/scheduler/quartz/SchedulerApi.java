package org.goodtiming.scheduler.quartz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
   * Registers it, replacing a waiting job of the same key, and pauses it if wished.
   *
   * @return the status that the scheduler reports, such as {@code accepted}
   * @throws ImportException if the scheduler refuses it, with the code and the text of the refusal
   * @throws DevStackException if the scheduler does not answer, or does not know the user
   */
  String register(Registration registration) throws InterruptedException {
    try {
      String body = JSON.writeValueAsString(registration.fields());
      String status =
          send(request("/jobs/", registration, "").PUT(BodyPublishers.ofString(body)))
              .path("status")
              .asText();
      if (registration.paused()) {
        send(request("/schedules/", registration, "/pause").POST(BodyPublishers.ofString("{}")));
      }
      return status;
    } catch (IOException e) {
      throw Problem.NO_SCHEDULER.because(e, access.base(), registration.jobId(), e);
    }
  }

  /**
   * Has the scheduler apply all rules of registration, and registers nothing.
   *
   * @return the words for a registration that is possible
   * @throws ImportException if the scheduler would refuse it
   * @throws DevStackException if the scheduler does not answer, or does not know the user
   */
  String check(Registration registration) throws InterruptedException {
    ObjectNode job = JSON.valueToTree(registration.fields());
    job.put("queue", registration.queue()).put("jobId", registration.jobId());
    try {
      send(request("/jobs/check").POST(BodyPublishers.ofString(job.toString())));
      return "to import";
    } catch (IOException e) {
      throw Problem.NO_SCHEDULER.because(e, access.base(), registration.jobId(), e);
    }
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
    JsonNode body = JSON.readTree(answer.body());
    String refusal = "%s %s".formatted(body.path("code").asText(), body.path("detail").asText());
    if (answer.statusCode() == 401 || answer.statusCode() >= 500) {
      throw new IOException(refusal);
    }
    if (answer.statusCode() >= 300) {
      throw new ImportException(refusal);
    }
    return body;
  }

  private HttpRequest.Builder request(String kind, Registration registration, String verb) {
    return request(kind + encoded(registration.queue()) + "/" + id(registration.jobId()) + verb);
  }

  private HttpRequest.Builder request(String path) {
    String credentials = access.user() + ":" + access.password();
    return HttpRequest.newBuilder(URI.create(access.base() + path))
        .timeout(PATIENCE)
        .header(
            "Authorization",
            "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
        .header("Content-Type", "application/json");
  }

  /** Encodes a job id, of whose characters servers change some in a path. */
  private static String id(String jobId) {
    return "base64url:"
        + Base64.getUrlEncoder().withoutPadding().encodeToString(jobId.getBytes(UTF_8));
  }

  private static String encoded(String segment) {
    return URLEncoder.encode(segment, UTF_8).replace("+", "%20");
  }
}
