package org.goodtiming.scheduler.web.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.problem;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.json.Json;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RestAddressesIT sends the same ids to a real server. */
class JobPathTest {

  private static final String QUEUE = "order-check";

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "4711,         4711",
        "a/b,          a/b",
        "a b,          a%20b",
        "100%,         100%25",
        "a?b#c,        a%3Fb%23c",
        "<script>,     %3Cscript%3E",
        "ä,            %C3%A4",
        "...,          ...",
        "a;b=c,        base64url:YTtiPWM",
        "/lead,        base64url:L2xlYWQ",
        "a//b,         base64url:YS8vYg",
        "a/../b,       base64url:YS8uLi9i",
        ".,            base64url:Lg",
        "a\\b,         base64url:YVxi",
        "a/executions, base64url:YS9leGVjdXRpb25z",
        "a/explanation, base64url:YS9leHBsYW5hdGlvbg",
        "base64url:YQ, base64url:YmFzZTY0dXJsOllR"
      })
  void a_path_is_percent_encoded_and_in_base64url_what_servers_change(String id, String path) {
    assertThat(JobPath.of(new JobKey(QUEUE, id))).isEqualTo("jobs/order-check/" + path);
  }

  @Test
  void line_breaks_in_a_job_id_are_encoded() {
    assertThat(JobPath.of(new JobKey("q", "a\r\nX-Injected: 1")))
        .isEqualTo("jobs/q/a%0D%0AX-Injected:%201");
  }

  @ParameterizedTest
  @MethodSource("oddIds")
  void each_id_is_read_from_its_own_path_and_no_client_normalizes_that(String id) {
    URI uri = URI.create("http://node-1/" + JobPath.of(new JobKey(QUEUE, id)));

    assertThat(uri.normalize()).isEqualTo(uri);
    assertThat(uri.getRawPath()).doesNotContain(";", "%5C", "//");
    assertThat(path(QUEUE, readId(uri)).key()).isEqualTo(new JobKey(QUEUE, id));
    assertThat(path(QUEUE, readId(uri) + "/hold").action().key().jobId()).isEqualTo(id);
  }

  @Test
  void two_hundred_ids_have_as_many_paths() {
    assertThat(oddIds().map(id -> JobPath.of(new JobKey(QUEUE, id))))
        .hasSizeGreaterThanOrEqualTo(200)
        .doesNotHaveDuplicates();
  }

  @Test
  void a_queue_whose_name_was_inserted_by_sql_is_encoded_alike() {
    assertThat(JobPath.of(new JobKey("a;b", "1"))).isEqualTo("jobs/base64url:YTti/1");
    assertThat(path("base64url:YTti", "1").key()).isEqualTo(new JobKey("a;b", "1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"base64url:%", "base64url:YQ/b", "base64url:gA"})
  void a_name_that_is_not_base64url_of_text_is_refused(String id) {
    assertThat(refusal(() -> path(QUEUE, id).key()))
        .isEqualTo(
            "400 SCHED-0970 path segment '"
                + id
                + "' is not base64url of text in UTF-8: encode the name, or send it without the prefix base64url:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t", "a\0", "base64url:", "base64url:IA", "base64url:AA"})
  void a_key_that_cannot_be_stored_is_that_of_no_job(String part) {
    assertThat(refusal(() -> path(QUEUE, part).key())).startsWith("404 SCHED-0903");
    assertThat(refusal(() -> path(part, "4711").key())).startsWith("404 SCHED-0903");
    assertThat(refusal(() -> path(QUEUE, part + "/hold").action())).startsWith("404 SCHED-0903");
  }

  @ParameterizedTest
  @CsvSource({
    "1/run-now,1,run-now",
    "a/b/hold,a/b,hold",
    "a//release,a/,release",
    "1/,1,''",
    "base64url:YS9i/hold,a/b,hold"
  })
  void the_action_is_the_end_of_the_path(String path, String jobId, String name) {
    JobAction action = path("reports", path).action();

    assertThat(action.key()).isEqualTo(new JobKey("reports", jobId));
    assertThat(action.name()).isEqualTo(name);
  }

  @Test
  void an_unknown_action_is_refused_with_its_path() {
    assertThat(problem(path("reports", "1/stop").action().unknown().response()))
        .isEqualTo(
            "404 SCHED-0913 POST 1/stop: there is no such action; /openapi lists all requests");
    assertThat(refusal(() -> path("reports", "nightly").action()))
        .isEqualTo(
            "404 SCHED-0913 POST nightly: there is no such action; /openapi lists all requests");
  }

  private static JobPath path(String queue, String id) {
    JobPath path = new JobPath();
    path.queue = queue;
    path.id = id;
    return path;
  }

  /** Reads the id from the path that Jersey decodes. */
  private static String readId(URI uri) {
    return uri.getPath().substring("/jobs/order-check/".length());
  }

  private static Stream<String> oddIds() {
    try (InputStream lines = JobPathTest.class.getResourceAsStream("/odd-job-ids.jsonl")) {
      return new String(Objects.requireNonNull(lines).readAllBytes(), UTF_8)
          .lines()
          .map(JobPathTest::string);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String string(String json) {
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      return ((JsonString) reader.readValue()).getString();
    }
  }
}
