package org.goodtiming.scheduler.sql.rows;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.goodtiming.scheduler.sql.SqlText;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a statement stores or compares. Each column is a parameter and is declared once; the
 * lists of the statement are derived from it.
 */
public record UnnestedRows<T>(List<Column<T>> columns) {

  /**
   * @param type to which the values, which are texts, are cast
   */
  public record Column<T>(
      String name, String type, Function<? super T, ? extends @Nullable Object> value) {}

  public UnnestedRows() {
    this(List.of());
  }

  /** Returns these rows with a further column. */
  public UnnestedRows<T> and(
      String name, String type, Function<? super T, ? extends @Nullable Object> value) {
    Column<T> further = new Column<>(name, type, value);
    return new UnnestedRows<>(Stream.concat(columns.stream(), Stream.of(further)).toList());
  }

  /** The rows as a table of a FROM clause. */
  public String as(String alias) {
    return "unnest(%s) AS %s (%s)".formatted(each(":%1$s::%2$s[]"), alias, each("%s"));
  }

  /**
   * A list for SQL.
   *
   * @param format of each column; its arguments are name and type
   */
  public String each(String format) {
    return columns.stream()
        .map(column -> format.formatted(column.name(), column.type()))
        .collect(joining(", "));
  }

  /** The statement with the values of the rows. */
  public SqlText bind(String sql, Collection<? extends T> rows) {
    SqlText text = new SqlText(sql);
    columns.forEach(column -> text.set(column.name(), rows, column.value()));
    return text;
  }
}
