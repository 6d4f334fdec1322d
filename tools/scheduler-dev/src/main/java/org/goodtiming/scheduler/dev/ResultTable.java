package org.goodtiming.scheduler.dev;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rows of a query as text, laid out as psql does. */
record ResultTable(List<String> headings, List<List<String>> rows) {

  static ResultTable of(ResultSet result) throws SQLException {
    var columns = result.getMetaData().getColumnCount();
    var headings = new ArrayList<String>();
    for (var column = 1; column <= columns; column++) {
      headings.add(result.getMetaData().getColumnLabel(column));
    }
    var rows = new ArrayList<List<String>>();
    while (result.next()) {
      var row = new ArrayList<String>();
      for (var column = 1; column <= columns; column++) {
        row.add(Objects.requireNonNullElse(result.getString(column), ""));
      }
      rows.add(row);
    }
    return new ResultTable(headings, rows);
  }

  /** The number of rows, in words. */
  static String count(int rows) {
    return rows == 1 ? "1 row" : rows + " rows";
  }

  @Override
  public String toString() {
    var widths = IntStream.range(0, headings.size()).map(this::width).boxed().toList();
    var rule = widths.stream().map(width -> "-".repeat(width + 2)).collect(Collectors.joining("+"));
    var lines = new ArrayList<>(List.of(line(headings, widths), rule));
    rows.forEach(row -> lines.add(line(row, widths)));
    lines.add("(" + count(rows.size()) + ")");
    return String.join("\n", lines);
  }

  private int width(int column) {
    var longest = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    return Math.max(longest, headings.get(column).length());
  }

  private static String line(List<String> cells, List<Integer> widths) {
    return IntStream.range(0, cells.size())
        .mapToObj(column -> " " + padded(cells.get(column), widths.get(column)) + " ")
        .collect(Collectors.joining("|"))
        .stripTrailing();
  }

  private static String padded(String cell, int width) {
    return cell + " ".repeat(width - cell.length());
  }
}
