package org.goodtiming.scheduler.job;

import static java.util.Objects.requireNonNull;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.job.JobColumn.Part;
import org.goodtiming.scheduler.job.JobProperty.Use;
import org.goodtiming.scheduler.sql.SqlText;

/** Groups of columns of table job, as parts of statements. */
public final class JobColumns {

  /** The columns that a registration fills. */
  static final JobColumns STORED = of(column -> true);

  /** The columns that a registration of the same key replaces. */
  static final JobColumns REPLACED = of(column -> column.part() != Part.KEY);

  /** The columns whose comparison shows whether a schedule that is registered again has changed. */
  static final JobColumns COMPARED =
      of(column -> column.part() == Part.SETTING || column.part() == Part.CONTENT);

  /** The columns that the quarantine keeps by the names of the contract. */
  public static final JobColumns KEPT = of(column -> column.property() != null);

  /** The columns that table definition also has. */
  public static final JobColumns CONTENT = of(column -> column.part() == Part.CONTENT);

  /** The columns of the content that a job has of its own or takes from its definition. */
  public static final JobColumns FILLED =
      of(column -> column.part() == Part.CONTENT && column != JobColumn.PROPERTIES);

  public static final JobColumns TRACE = of(column -> column.part() == Part.TRACE);

  private static final JobColumns CARRIED = of(column -> isOf(column, Use.CARRIED));

  /** The columns of an {@link #envelope}. */
  public static final JobColumns ENVELOPE =
      of(column -> column.part() == Part.CONTENT || column.part() == Part.TRACE);

  /** The columns of the envelope that concern the scheduler itself. */
  public static final JobColumns SETTINGS =
      of(column -> column.part() == Part.CONTENT && isOf(column, Use.JOB));

  /** The columns of a definition that have a separate field. */
  public static final JobColumns NAMED =
      of(column -> column.part() == Part.CONTENT && column.property() != null);

  /** The columns that people see as the registrant has sent them. */
  public static final JobColumns SHOWN = of(JobColumn::isShown);

  private final List<JobColumn> columns;
  private final Set<JobProperty> properties;

  private JobColumns(List<JobColumn> columns) {
    this.columns = columns;
    this.properties =
        columns.stream()
            .map(JobColumn::property)
            .filter(Objects::nonNull)
            .collect(Collectors.toUnmodifiableSet());
  }

  private static JobColumns of(Predicate<JobColumn> wanted) {
    return new JobColumns(Arrays.stream(JobColumn.values()).filter(wanted).toList());
  }

  private static boolean isOf(JobColumn column, Use use) {
    return column.property() != null && column.property().use() == use;
  }

  /**
   * A list for SQL.
   *
   * @param format of each column; its arguments are the column, its type, the value of a new row n,
   *     the field of a line, and the name in the wire contract
   */
  public String each(String format) {
    return columns.stream()
        .map(
            each ->
                format.formatted(
                    each.column(),
                    each.type(),
                    each.newValue(),
                    each.lineField(),
                    each.contractName()))
        .collect(Collectors.joining(", "));
  }

  public boolean contains(JobProperty property) {
    return properties.contains(property);
  }

  /** Adds the texts that the row has of them. */
  private void addTexts(ResultSet row, Map<JobProperty, Object> texts) throws SQLException {
    for (JobColumn column : columns) {
      String value = row.getString(column.column());
      if (value != null) {
        texts.put(requireNonNull(column.property()), value);
      }
    }
  }

  /** Reads the envelope of a row that has all columns of {@link #ENVELOPE}. */
  public static Envelope envelope(ResultSet row) throws SQLException {
    Map<String, Object> own = new HashMap<>();
    Map<JobProperty, Object> carried = new HashMap<>();
    PropertiesJson.read(row.getString(JobColumn.PROPERTIES.column()), own, carried);
    CARRIED.addTexts(row, carried);
    return new Envelope(
        new Body(
            row.getBoolean(JobColumn.BODY_IS_TEXT.column()), row.getBytes(JobColumn.BODY.column())),
        own,
        carried,
        row.getString(JobColumn.GROUP.column()),
        row.getInt(JobColumn.PRIORITY.column()));
  }

  /** The values that the envelope has for these columns. */
  public Map<JobProperty, Object> of(Envelope envelope) {
    Map<JobProperty, Object> values = new EnumMap<>(JobProperty.class);
    for (JobColumn column : columns) {
      Object value = column.of(envelope);
      if (value != null) {
        values.put(requireNonNull(column.property()), value);
      }
    }
    return values;
  }

  /**
   * The values that the row has for these columns: numbers, texts and instants, by the fields of a
   * line.
   */
  public Map<String, Object> read(ResultSet row) throws SQLException {
    Map<String, Object> values = new LinkedHashMap<>();
    for (JobColumn column : columns) {
      Object value = column.read(row);
      if (value != null) {
        values.put(column.lineField(), value);
      }
    }
    return values;
  }

  /** Binds an array for each column, with the values of the jobs in their order. */
  void bind(PreparedStatement statement, int first, List<NewJob> jobs) throws SQLException {
    int parameter = first;
    for (JobColumn column : columns) {
      column.bind(statement, parameter++, jobs);
    }
  }

  /** Sets the values of the envelope by the names of the columns. */
  public void set(SqlText sql, Envelope envelope) {
    columns.forEach(column -> sql.set(column.column(), column.of(envelope)));
  }
}
