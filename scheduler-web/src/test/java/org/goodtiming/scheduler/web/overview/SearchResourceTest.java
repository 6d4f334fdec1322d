package org.goodtiming.scheduler.web.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.operations.overview.SearchQueries.Findings;
import org.goodtiming.scheduler.operations.row.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchResourceTest {

  private static final URI BASE = URI.create("http://node-1/scheduler/api/v1/");

  @Test
  void a_query_is_a_text_without_spaces_around_it() {
    assertThat(SearchResource.checked(" a b ")).isEqualTo("a b");
    assertThat(SearchResource.checked("x".repeat(200))).hasSize(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a\0b"})
  void a_text_that_no_row_can_have_is_refused(String query) {
    assertThat(refusal(() -> SearchResource.checked(query))).startsWith("400 SCHED-0904");
  }

  @Test
  void a_text_of_more_than_two_hundred_characters_is_refused() {
    assertThat(refusal(() -> SearchResource.checked("x".repeat(201))))
        .startsWith("400 SCHED-0904")
        .endsWith("send 1 to 200 characters without NUL, such as a job id");
  }

  @ParameterizedTest
  @CsvSource({
    "job,jobs/q/a%20b",
    "schedule,schedules/q/a%20b",
    "execution,executions/f",
    "definition,definitions/n",
    "job-batch,job-batches/n",
    "worker-queue,worker-queues/n",
    "quarantine,quarantine/7",
    "audit,audit?subject=q%2Fa+b"
  })
  void a_finding_has_its_address(String kind, String address) {
    Map<String, Object> values =
        Map.of(
            "kind", kind, "queue", "q", "jobId", "a b", "fireId", "f", "id", 7, "name", "n",
            "subject", "q/a b");

    String json = SearchJson.of("a", new Findings(List.of(new Row(values, null)), false), BASE);

    assertThat(json).contains("\"href\":\"/scheduler/api/v1/" + address + "\"");
    assertThat(json).startsWith("{\"query\":\"a\"").endsWith("\"complete\":false}");
  }
}
