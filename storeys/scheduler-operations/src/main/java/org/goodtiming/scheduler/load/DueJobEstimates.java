package org.goodtiming.scheduler.load;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * How many jobs PostgreSQL expects in each interval. It knows from its latest ANALYZE of the table
 * how the due times are spread, and reads no job.
 */
final class DueJobEstimates {

  /** Keeps each interval a node of its own in the plan. */
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private static final JsonProvider JSON = JsonProvider.provider();

  private final Statements statements;

  DueJobEstimates(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  List<Long> estimate(ForecastRange range) {
    SqlText sql = jobs(range, 0);
    for (int i = 1; i < range.size(); i++) {
      sql.unionAll(jobs(range, i));
    }
    SqlText explained = sql.inside("EXPLAIN (FORMAT JSON) ", "");
    String plan =
        statements
            .query("estimate the jobs of a forecast", explained, row -> row.getString(1))
            .get(0);
    return rows(plan);
  }

  private static SqlText jobs(ForecastRange range, int interval) {
    return new SqlText("SELECT FROM scheduler.job\n")
        .and("queue = :queue", range.queue())
        .and("planned_at IS NULL", true)
        .and("eligible_at >= :start_" + interval, range.start(interval))
        .and("eligible_at < :end_" + interval, range.end(interval))
        .then("LIMIT :limit", NO_LIMIT);
  }

  private static List<Long> rows(String plan) {
    try (JsonReader reader = JSON.createReader(new StringReader(plan))) {
      JsonObject root = reader.readArray().getJsonObject(0).getJsonObject("Plan");
      JsonArray intervals = root.getJsonArray("Plans");
      // A single interval has no other node above
      return root.getString("Node Type").equals("Append")
          ? IntStream.range(0, intervals.size())
              .mapToObj(i -> rows(intervals.getJsonObject(i)))
              .toList()
          : List.of(rows(root));
    }
  }

  private static long rows(JsonObject node) {
    return node.getJsonNumber("Plan Rows").longValue();
  }
}
