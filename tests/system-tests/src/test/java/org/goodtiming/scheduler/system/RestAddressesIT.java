package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Job ids that servers, clients or proxies would change in a path. */
class RestAddressesIT {

  private static final Path IDS =
      Path.of("../../scheduler-web/src/test/resources/odd-job-ids.jsonl");
  private static final String ONCE = "\"dueAt\": \"2100-01-01T00:00:00Z\"";
  private static final String DAILY = "\"recurrence\": \"every:PT24H start=2100-01-01T00:00:00Z\"";

  private final SystemStack stack = SystemStack.shared();
  private final SoftAssertions softly = new SoftAssertions();
  private RestClient rest;

  @BeforeEach
  void prepare() {
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @AfterEach
  void clear() {
    stack.clear();
  }

  @Nightly
  @Test
  void each_accepted_job_is_read_changed_and_cancelled_at_its_location_and_no_other_job_is()
      throws IOException {
    Map<String, String> locations = accepted(ids(), ONCE);

    locations.forEach(
        (id, location) -> {
          assertStatus(200, rest.get(location), id);
          assertStatus(200, rest.post(location + "/hold", null), id);
          assertStatus(200, rest.post(location + "/release", null), id);
          assertStatus(200, rest.put(location, "{" + ONCE + "}"), id);
        });
    locations.forEach(
        (id, location) -> {
          Answer read = rest.get(location);
          softly.assertThat(read.body()).contains("\"jobId\":" + Json.createValue(id) + ",");
          Answer cancelled = rest.delete(location);
          softly.assertThat(cancelled.body()).as(id).contains("\"cancelled\"");
        });

    softly.assertThat(stack.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    softly.assertAll();
  }

  @Nightly
  @Test
  void a_schedule_is_found_at_the_same_path_as_its_job() {
    List<String> ids =
        List.of("a", "a;b=c", "a/executions", "a/explanation", "a\\b", "/a", "a/pause", "preview");
    Map<String, String> locations = accepted(ids, DAILY);

    locations.forEach(
        (id, location) -> {
          String schedule = location.replaceFirst("/jobs/", "/schedules/");
          Answer read = rest.get(schedule);
          softly.assertThat(read.body()).contains("\"jobId\":" + Json.createValue(id) + ",");
          assertStatus(200, rest.get(schedule + "/executions"), id);
          assertStatus(200, rest.get(schedule + "/explanation"), id);
          assertStatus(200, rest.post(schedule + "/pause", null), id);
          assertStatus(200, rest.post(schedule + "/resume", null), id);
        });

    softly.assertAll();
  }

  @Test
  void a_semicolon_in_a_path_acts_on_no_other_job() {
    rest.post("/jobs", RestJobsIT.job("a"));

    Answer refused = rest.delete("/jobs/test.registration/a;b=c");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("SCHED-0971");
    assertThat(stack.values("SELECT job_id FROM scheduler.job")).containsExactly("a");
  }

  private Map<String, String> accepted(List<String> ids, String when) {
    Map<String, String> locations = new HashMap<>();
    for (String id : ids) {
      Answer answer =
          rest.post(
              "/jobs",
              "{\"queue\": \"test.registration\", \"jobId\": %s, %s}"
                  .formatted(Json.createValue(id), when));
      assertStatus(202, answer, id);
      softly.assertThat(answer.header("Location")).startsWith("/scheduler/api/v1/jobs/");
      locations.put(id, answer.header("Location"));
    }
    return locations;
  }

  private void assertStatus(int status, Answer answer, String id) {
    softly.assertThat(answer.status()).as("%s: %s", id, answer.body()).isEqualTo(status);
  }

  /** All of them nightly, otherwise every fourth. */
  private static List<String> ids() throws IOException {
    List<String> all = Files.readAllLines(IDS);
    return Stream.iterate(0, line -> line < all.size(), line -> line + Volume.of(4, 1))
        .map(all::get)
        .map(RestAddressesIT::string)
        .toList();
  }

  private static String string(String json) {
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      return ((JsonString) reader.readValue()).getString();
    }
  }
}
