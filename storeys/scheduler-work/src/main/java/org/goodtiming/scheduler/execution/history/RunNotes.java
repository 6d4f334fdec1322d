package org.goodtiming.scheduler.execution.history;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.recurrence.syntax.IsoTime;
import org.goodtiming.scheduler.sql.Columns;
import org.jspecify.annotations.Nullable;

/**
 * The notes of the worker of a run, from its reports.
 *
 * @param checkpoint the latest; null if it has saved none
 * @param log its last lines, the oldest first
 */
public record RunNotes(@Nullable Checkpoint checkpoint, List<Line> log) {

  private static final JsonProvider JSON = JsonProvider.provider();

  /**
   * How far an attempt was.
   *
   * @param json one value
   * @param attempt that has saved it, from 1
   * @param at when it was stored, by the database's clock
   */
  public record Checkpoint(String json, int attempt, Instant at) {}

  /**
   * A line for people.
   *
   * @param at when it was stored, by the database's clock
   * @param attempt whose worker has written it, from 1
   */
  public record Line(Instant at, int attempt, String text) {

    private static Line of(JsonObject entry) {
      return new Line(
          IsoTime.parse(entry.getString("at")).toInstant(),
          entry.getInt("attempt"),
          entry.getString("line"));
    }
  }

  /** Reads a row of table execution_note. */
  static RunNotes of(ResultSet row) throws SQLException {
    return new RunNotes(checkpoint(row), log(row.getString("log")));
  }

  private static @Nullable Checkpoint checkpoint(ResultSet row) throws SQLException {
    String json = row.getString("checkpoint");
    return json == null
        ? null
        : new Checkpoint(
            json, row.getInt("checkpoint_attempt"), Columns.instant(row, "checkpoint_at"));
  }

  private static List<Line> log(String json) {
    try (var reader = JSON.createReader(new StringReader(json))) {
      return reader.readArray().getValuesAs(JsonObject.class).stream().map(Line::of).toList();
    }
  }
}
