package org.goodtiming.scheduler.job;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.TextArrays;
import org.jspecify.annotations.Nullable;

/**
 * The columns of table job that a registration fills. Statements are made from this enum by {@link
 * JobColumns}; table definition has the columns of {@link Part#CONTENT}, too.
 */
enum JobColumn {
  QUEUE(Part.KEY, "queue", "text", JobProperty.QUEUE, job -> job.key().queue()),
  JOB_ID(Part.KEY, "job_id", "text", JobProperty.JOB_ID, job -> job.key().jobId()),

  DUE_AT(Part.INTENT, "due_at", "timestamptz", JobProperty.DUE_AT, job -> dueAt(job.due())),
  EXPIRES_AT(Part.INTENT, "expires_at", "timestamptz", JobProperty.EXPIRES_AT, NewJob::expiresAt),
  SENT_AT(Part.INTENT, "sent_at", "timestamptz", null, NewJob::sentAt),
  MESSAGE_ID(Part.INTENT, "message_id", "text", null, NewJob::messageId),
  REGISTERED_BY(
      Part.INTENT, "registered_by", "text", JobProperty.REGISTERED_BY, NewJob::registeredBy),
  FIRE_ID(Part.INTENT, "fire_id", "uuid", JobProperty.FIRE_ID, job -> null) {
    @Override
    void bind(PreparedStatement statement, int parameter, List<NewJob> jobs) throws SQLException {
      Object[] fireIds = FireIds.of(jobs.size());
      statement.setArray(parameter, statement.getConnection().createArrayOf("text", fireIds));
    }
  },

  TRACKED(
      Part.SETTING,
      "tracked",
      "boolean",
      JobProperty.TRACKED,
      job -> Boolean.TRUE.equals(job.tracked()) ? true : null),
  /**
   * The quarantine does not keep it, because a job that is registered again already contains the
   * values of its definition.
   */
  DEFINITION(
      Part.SETTING,
      "definition",
      "text",
      null,
      job -> job.definition() == null ? null : job.definition().name()),

  PRIORITY("priority", "smallint", JobProperty.PRIORITY, Envelope::priority),
  GROUP("group_key", "text", JobProperty.GROUP, Envelope::group),
  CONTENT_TYPE(Part.CONTENT, "content_type", JobProperty.CONTENT_TYPE),
  TRACEPARENT(Part.TRACE, "traceparent", JobProperty.TRACEPARENT),
  TRACESTATE(Part.TRACE, "tracestate", JobProperty.TRACESTATE),
  PROPERTIES("properties", "text", null, JobColumn::properties),
  BODY_IS_TEXT("body_is_text", "boolean", null, envelope -> envelope.body().isText()),
  BODY("body", "bytea", null, envelope -> envelope.body().bytes());

  /** The subject of a column. */
  enum Part {
    KEY,
    /** The registration itself: each one has its own. */
    INTENT,
    /** A setting of the registrant beside the content. */
    SETTING,
    /** The content of the job without its times, which a definition may have. */
    CONTENT,
    /** Carried like content; each registration has its own trace. */
    TRACE
  }

  private final Part part;
  private final String column;
  private final String type;
  private final @Nullable JobProperty property;
  private final Function<NewJob, @Nullable Object> value;
  private final Function<Envelope, @Nullable Object> content;

  JobColumn(
      Part part,
      String column,
      String type,
      @Nullable JobProperty property,
      Function<NewJob, @Nullable Object> value,
      Function<Envelope, @Nullable Object> content) {
    this.part = part;
    this.column = column;
    this.type = type;
    this.property = property;
    this.value = value;
    this.content = content;
  }

  JobColumn(
      Part part,
      String column,
      String type,
      @Nullable JobProperty property,
      Function<NewJob, @Nullable Object> value) {
    this(part, column, type, property, value, envelope -> null);
  }

  /** A column of the content. */
  JobColumn(
      String column,
      String type,
      @Nullable JobProperty property,
      Function<Envelope, @Nullable Object> content) {
    this(Part.CONTENT, column, type, property, job -> content.apply(job.envelope()), content);
  }

  /** A column of a carried property. */
  JobColumn(Part part, String column, JobProperty property) {
    this(
        part,
        column,
        "text",
        property,
        job -> job.envelope().carried().get(property),
        envelope -> envelope.carried().get(property));
  }

  Part part() {
    return part;
  }

  String column() {
    return column;
  }

  /** The SQL type of the column's values. */
  String type() {
    return type;
  }

  /** Null if the wire contract has no name for it. */
  @Nullable JobProperty property() {
    return property;
  }

  /** Binds the values of the jobs as an array, in their order. */
  void bind(PreparedStatement statement, int parameter, List<NewJob> jobs) throws SQLException {
    if (this == BODY) {
      byte[][] bodies =
          jobs.stream().map(job -> job.envelope().body().bytes()).toArray(byte[][]::new);
      statement.setArray(parameter, statement.getConnection().createArrayOf(type, bodies));
    } else {
      TextArrays.set(statement, parameter, jobs, value);
    }
  }

  /** Null unless it is of the content. */
  @Nullable Object of(Envelope envelope) {
    return content.apply(envelope);
  }

  /** The name in the wire contract; a schedule remembers by it what it has of its own. */
  String contractName() {
    return property == null ? WireContract.LINE_BODY : property.wireName();
  }

  /** The field of a line; empty if it has none. */
  String lineField() {
    return property == null ? "" : property.lineField();
  }

  @Nullable Object read(ResultSet row) throws SQLException {
    return switch (type) {
      case "timestamptz" -> Columns.instantOrNull(row, column);
      case "smallint" -> row.getInt(column);
      default -> row.getString(column);
    };
  }

  /** Whether people see it with a job, as its registrant has said it. */
  boolean isShown() {
    return this == PRIORITY || this == EXPIRES_AT;
  }

  /** The value that row n of a registration stores in the column. */
  String newValue() {
    return switch (this) {
      case DUE_AT -> "due.at";
      case TRACKED -> "coalesce(n.tracked, false)";
      default -> "n." + column;
    };
  }

  /** The properties without a column. */
  private static @Nullable String properties(Envelope envelope) {
    Map<JobProperty, Object> carried = new HashMap<>(envelope.carried());
    Stream.of(values()).map(JobColumn::property).forEach(carried::remove);
    return PropertiesJson.write(envelope.properties(), carried);
  }

  private static @Nullable Object dueAt(Due due) {
    if (due instanceof Due.Recurring recurring) {
      return recurring.first();
    }
    return due instanceof Due.At at ? at.moment() : null;
  }
}
