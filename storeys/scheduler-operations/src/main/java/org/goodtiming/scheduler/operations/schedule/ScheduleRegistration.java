package org.goodtiming.scheduler.operations.schedule;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.Overlap;
import org.goodtiming.scheduler.operations.row.Row;
import org.jspecify.annotations.Nullable;

/**
 * The registration of a schedule, by the fields of a line of {@code scheduleAll}. What it takes
 * from its definition is absent.
 *
 * @param fields all but payload, carried properties and the user's properties
 * @param hasBody whether the payload of the envelope is the schedule's own
 */
public record ScheduleRegistration(Row fields, Envelope envelope, boolean hasBody) {

  static final String COLUMNS =
      """
      SELECT s.recurrence, s.misfire, extract(epoch FROM s.overlap_limit) * 1000000 AS overlap_micros, s.overlap_action,
             s.pause_after_failures, s.stateful,
             s.wanted_successes, extract(epoch FROM s.jitter) * 1000000 AS jitter_micros, s.tracked, s.definition, s.own_properties,
             <envelope>
        FROM scheduler.schedule s JOIN scheduler.job j USING (queue, job_id)
      """
          .replace("<envelope>", JobColumns.ENVELOPE.each("j.%s"));

  ScheduleRegistration with(Envelope other) {
    return new ScheduleRegistration(fields, other, hasBody);
  }

  /** Empty if somebody has written to the row of the job, which now cannot be read. */
  static Optional<ScheduleRegistration> of(ResultSet row) throws SQLException {
    Envelope envelope;
    try {
      envelope = JobColumns.envelope(row);
    } catch (RuntimeException e) {
      return Optional.empty();
    }
    return Optional.of(of(row, envelope));
  }

  private static ScheduleRegistration of(ResultSet row, Envelope envelope) throws SQLException {
    Own own = Own.of(row.getString("definition"), row.getString("own_properties"));
    Map<String, Object> fields = schedule(row);
    JobColumns.SETTINGS
        .of(envelope)
        .forEach(
            (property, value) -> {
              if (own.has(property)) {
                fields.put(property.lineField(), value);
              }
            });
    return new ScheduleRegistration(
        new Row(fields, null), own.of(envelope), own.has(WireContract.LINE_BODY));
  }

  private static Map<String, Object> schedule(ResultSet row) throws SQLException {
    Map<String, Object> fields = new LinkedHashMap<>();
    String definition = row.getString("definition");
    if (definition != null) {
      fields.put(JobProperty.DEFINITION.lineField(), definition);
    }
    fields.put(JobProperty.RECURRENCE.lineField(), row.getString("recurrence"));
    fields.put(JobProperty.MISFIRE.lineField(), row.getString("misfire"));
    fields.put(
        JobProperty.OVERLAP.lineField(),
        Overlap.of(row.getString("overlap_action"), duration(row, "overlap_micros")).text());
    int pauseAfterFailures = row.getInt("pause_after_failures");
    if (pauseAfterFailures > 0) {
      fields.put(JobProperty.PAUSE_AFTER_FAILURES.lineField(), pauseAfterFailures);
    }
    if (row.getBoolean("stateful")) {
      fields.put(JobProperty.STATEFUL.lineField(), true);
    }
    int wantedSuccesses = row.getInt("wanted_successes");
    if (wantedSuccesses > 0) {
      // A count of runs is in the recurrence
      fields.put(JobProperty.COUNT.lineField(), wantedSuccesses);
      fields.put(JobProperty.COUNT_OF.lineField(), WireContract.COUNT_OF_SUCCESSES);
    }
    Duration jitter = duration(row, "jitter_micros");
    if (jitter != null) {
      fields.put(JobProperty.JITTER.lineField(), jitter.toString());
    }
    fields.put(JobProperty.TRACKED.lineField(), row.getBoolean("tracked"));
    return fields;
  }

  private static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
    long micros = row.getLong(column);
    return row.wasNull() ? null : Duration.of(micros, ChronoUnit.MICROS);
  }

  /**
   * @param names of the wire contract; null if all is the schedule's own, for it names no
   *     definition
   */
  private record Own(@Nullable Set<String> names) {

    static Own of(@Nullable String definition, @Nullable String names) {
      return definition == null || names == null
          ? new Own(null)
          : new Own(Arrays.stream(names.split(" ")).collect(Collectors.toSet()));
    }

    boolean has(JobProperty property) {
      return has(property.wireName());
    }

    boolean has(String name) {
      return names == null || names.contains(name);
    }

    /** The trace context is never that of a definition. */
    private boolean isCarried(JobProperty property) {
      return property == JobProperty.TRACEPARENT
          || property == JobProperty.TRACESTATE
          || has(property);
    }

    Envelope of(Envelope all) {
      Map<String, Object> properties = new HashMap<>(all.properties());
      properties.keySet().removeIf(name -> !has(name));
      Map<JobProperty, Object> carried = new HashMap<>(all.carried());
      carried.keySet().removeIf(property -> !isCarried(property));
      return all.with(all.body(), properties).carrying(carried);
    }
  }
}
