package org.goodtiming.scheduler.sql;

import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.List;

/** How many rows PostgreSQL expects by its statistics, without reading any. */
public final class RowEstimates {

  private static final JsonProvider JSON = JsonProvider.provider();

  private RowEstimates() {}

  /** Of the statement, or of each part of a UNION ALL. */
  public static List<Long> of(Statements statements, String purpose, SqlText sql) {
    SqlText explained = sql.inside("EXPLAIN (FORMAT JSON) ", "");
    return rows(statements.query(purpose, explained, row -> row.getString(1)).get(0));
  }

  private static List<Long> rows(String plan) {
    try (JsonReader reader = JSON.createReader(new StringReader(plan))) {
      JsonObject root = reader.readArray().getJsonObject(0).getJsonObject("Plan");
      // A single part has no other node above
      return root.getString("Node Type").equals("Append")
          ? root.getJsonArray("Plans").stream().map(RowEstimates::rows).toList()
          : List.of(rows(root));
    }
  }

  private static long rows(JsonValue node) {
    return node.asJsonObject().getJsonNumber("Plan Rows").longValue();
  }
}
