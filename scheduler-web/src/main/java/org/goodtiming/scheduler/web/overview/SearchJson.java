package org.goodtiming.scheduler.web.overview;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.net.URI;
import java.net.URLEncoder;
import java.util.List;
import java.util.Objects;
import org.goodtiming.scheduler.operations.overview.SearchQueries.Findings;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.web.http.RowJson;
import org.goodtiming.scheduler.web.job.JobPath;

/** The results of a search as JSON, with their addresses. */
final class SearchJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private SearchJson() {}

  /**
   * @param base of the API, with a slash at its end
   */
  static String of(String query, Findings findings, URI base) {
    String path = Objects.requireNonNull(base.getRawPath());
    JsonArrayBuilder found = JSON.createArrayBuilder();
    findings.found().forEach(row -> found.add(of(row, path)));
    return JSON.createObjectBuilder()
        .add("query", query)
        .add("found", found)
        .add("complete", findings.complete())
        .build()
        .toString();
  }

  private static JsonObjectBuilder of(Row row, String base) {
    return RowJson.of(row).add("href", base + href(row));
  }

  private static String href(Row row) {
    String kind = row.text("kind");
    return switch (kind) {
      case "job" -> path("jobs", row.text("queue"), row.text("jobId"));
      case "schedule" -> path("schedules", row.text("queue"), row.text("jobId"));
      case "execution" -> path("executions", row.text("fireId"));
      case "job-batch" -> path("job-batches", row.text("name"));
      case "definition" -> path("definitions", row.text("name"));
      case "worker-queue" -> path("worker-queues", row.text("name"));
      case "quarantine", "dead-letter" -> path("quarantine", row.text("id"));
      case "audit" -> "audit?subject=" + URLEncoder.encode(row.text("subject"), UTF_8);
      default -> throw new IllegalArgumentException("kind " + kind);
    };
  }

  private static String path(String... parts) {
    return JobPath.of(List.of(parts));
  }
}
