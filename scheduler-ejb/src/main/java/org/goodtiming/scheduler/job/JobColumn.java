package org.goodtiming.scheduler.job;

import static java.util.Objects.requireNonNull;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.JobProperty.Use;
import org.goodtiming.scheduler.sql.TextArrays;
import org.jspecify.annotations.Nullable;

/**
 * The columns of table job that a registration fills. All statements that store, compare, claim or
 * fill jobs are made from this enum; so are those of table definition, which has the columns of
 * {@link Part#CONTENT}.
 */
public enum JobColumn {
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
  /** Not kept in the quarantine: a job that is registered again has all that it has taken. */
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
  PROPERTIES("properties", "text", null, PropertiesJson::write),
  BODY_IS_TEXT("body_is_text", "boolean", null, envelope -> envelope.body().isText()),
  BODY("body", "bytea", null, envelope -> envelope.body().bytes());

  /** What a column is about. */
  enum Part {
    KEY,
    /** The registration itself: each one has its own. */
    INTENT,
    /** What the registrant says beside the content. */
    SETTING,
    /** What the job is, without when: a definition may have it. */
    CONTENT,
    /** Carried as content is; each registration has its own. */
    TRACE
  }

  private static final List<JobColumn> STORED = List.of(values());
  private static final List<JobColumn> REPLACED = only(column -> column.part != Part.KEY);
  private static final List<JobColumn> COMPARED =
      only(column -> column.part == Part.SETTING || column.part == Part.CONTENT);
  private static final List<JobColumn> CONTENT = only(column -> column.part == Part.CONTENT);
  private static final List<JobColumn> ENVELOPE =
      only(column -> column.part == Part.CONTENT || column.part == Part.TRACE);
  private static final List<JobColumn> CARRIED =
      only(column -> column.property != null && column.property.use() == Use.CARRIED);
  private static final List<JobColumn> SETTINGS =
      only(
          column ->
              column.part == Part.CONTENT
                  && column.property != null
                  && column.property.use() == Use.JOB);
  private static final Set<JobProperty> CARRIED_PROPERTIES =
      CARRIED.stream().map(column -> column.property).collect(Collectors.toUnmodifiableSet());

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

  /** Of the content. */
  JobColumn(
      String column,
      String type,
      @Nullable JobProperty property,
      Function<Envelope, @Nullable Object> content) {
    this(Part.CONTENT, column, type, property, job -> content.apply(job.envelope()), content);
  }

  /** Carried. */
  JobColumn(Part part, String column, JobProperty property) {
    this(
        part,
        column,
        "text",
        property,
        job -> job.envelope().carried().get(property),
        envelope -> envelope.carried().get(property));
  }

  /** The columns of the statement that stores jobs, in this order. */
  static List<JobColumn> stored() {
    return STORED;
  }

  /** A list for SQL: something for each column that a registration fills. */
  static String eachStored(String format) {
    return sql(STORED, format);
  }

  /** The same for those that a registration of the same key replaces. */
  static String eachReplaced(String format) {
    return sql(REPLACED, format);
  }

  /** The same for those by which a schedule that is registered again is seen to have changed. */
  static String eachCompared(String format) {
    return sql(COMPARED, format);
  }

  /** The same for those that {@link #envelope} reads. */
  public static String eachOfEnvelope(String format) {
    return sql(ENVELOPE, format);
  }

  /** The same for those that table definition has, too. */
  static String eachOfContent(String format) {
    return sql(CONTENT, format);
  }

  /** The columns of an envelope in table definition, where some are always null. */
  static String eachOfDefinition() {
    return eachOfContent("%s")
        + ENVELOPE.stream()
            .filter(column -> column.part == Part.TRACE)
            .map(column -> ", NULL AS " + column.column)
            .collect(Collectors.joining());
  }

  /**
   * Assignments for SQL by which a row j takes its content from a definition, unless it has its
   * own. The properties without a column are left out.
   *
   * @param definition relation with the columns of the definition, and an array {@code own} of the
   *     names that the job has of its own
   */
  static String eachFilled(String definition) {
    return CONTENT.stream()
        .filter(each -> each != PROPERTIES)
        .map(
            each ->
                "%1$s = CASE WHEN '%2$s' = ANY (%3$s.own) THEN j.%1$s ELSE %3$s.%1$s END"
                    .formatted(each.column, each.lineName(), definition))
        .collect(Collectors.joining(",\n               "));
  }

  /** Those that table definition has, too. */
  static List<JobColumn> ofDefinitions() {
    return CONTENT;
  }

  /** A list for SQL: wire name and column of each property that has one. */
  static String namesAndColumns(String table) {
    return Arrays.stream(values())
        .filter(column -> column.property != null)
        .map(column -> "'%s', %s.%s".formatted(column.lineName(), table, column.column))
        .collect(Collectors.joining(", "));
  }

  /** Whether the property is carried in a column of its own. */
  static boolean carries(JobProperty property) {
    return CARRIED_PROPERTIES.contains(property);
  }

  /** What the worker gets of the job of a row that has all columns of it. */
  public static Envelope envelope(ResultSet row) throws SQLException {
    Map<String, Object> own = new HashMap<>();
    Map<JobProperty, Object> carried = new HashMap<>();
    PropertiesJson.read(row.getString(PROPERTIES.column), own, carried);
    for (JobColumn column : CARRIED) {
      String value = row.getString(column.column);
      if (value != null) {
        carried.put(requireNonNull(column.property), value);
      }
    }
    Body body = new Body(row.getBoolean(BODY_IS_TEXT.column), row.getBytes(BODY.column));
    return new Envelope(
        body, own, carried, row.getString(GROUP.column), row.getInt(PRIORITY.column));
  }

  /**
   * What the envelope says to the scheduler itself, by the names of the wire contract. A value that
   * the envelope does not have is absent.
   */
  public static Map<JobProperty, Object> settings(Envelope envelope) {
    Map<JobProperty, Object> settings = new EnumMap<>(JobProperty.class);
    for (JobColumn column : SETTINGS) {
      Object value = column.content.apply(envelope);
      if (value != null) {
        settings.put(requireNonNull(column.property), value);
      }
    }
    return settings;
  }

  String column() {
    return column;
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

  @Nullable Object of(Envelope envelope) {
    return content.apply(envelope);
  }

  /** The name by which schedules remember that they have it of their own. */
  String lineName() {
    return property == null ? WireContract.LINE_BODY : property.wireName();
  }

  /**
   * @param format the arguments are the column, its type, and the value of a new row n
   */
  private static String sql(List<JobColumn> columns, String format) {
    return columns.stream()
        .map(each -> format.formatted(each.column, each.type, each.newValue()))
        .collect(Collectors.joining(", "));
  }

  private String newValue() {
    return switch (this) {
      case DUE_AT -> "due.at";
      case TRACKED -> "coalesce(n.tracked, false)";
      default -> "n." + column;
    };
  }

  private static @Nullable Object dueAt(Due due) {
    if (due instanceof Due.Recurring recurring) {
      return recurring.first();
    }
    return due instanceof Due.At at ? at.moment() : null;
  }

  private static List<JobColumn> only(Predicate<JobColumn> wanted) {
    return Arrays.stream(values()).filter(wanted).toList();
  }
}
