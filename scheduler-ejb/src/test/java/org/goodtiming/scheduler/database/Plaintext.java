package org.goodtiming.scheduler.database;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Finds a text in the tables of the database, also in columns of bytes.
 *
 * @param value the answer to a query, with the rights of a superuser
 */
public record Plaintext(UnaryOperator<String> value) {

  private static final String TABLES =
      """
      SELECT string_agg(format('%I.%I', schemaname, tablename), ' ' ORDER BY tablename) FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
      """;

  /** Names of all tables that have the text in a row. */
  public List<String> tablesWith(String text) {
    return Arrays.stream(value.apply(TABLES).split(" ")).filter(table -> has(table, text)).toList();
  }

  private boolean has(String table, String text) {
    String query =
        "SELECT count(*) FROM %s t WHERE strpos(t::text, '%s') > 0 OR strpos(t::text, encode(convert_to('%s', 'UTF8'), 'hex')) > 0";
    return !value.apply(query.formatted(table, text, text)).equals("0");
  }
}
