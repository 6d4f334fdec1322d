package org.goodtiming.scheduler.benchmarks.scenario;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Rows under a heading, as Markdown that is readable in a terminal, too.
 *
 * @param title of the whole, or an empty text
 */
record TextTable(String title, List<String> heading, List<List<String>> rows) {

  TextTable {
    heading = List.copyOf(heading);
    rows = List.copyOf(rows);
  }

  TextTable(String title, String... heading) {
    this(title, List.of(heading), List.of());
  }

  /** The same with one more row. */
  TextTable row(String... cells) {
    if (cells.length != heading.size()) {
      throw new IllegalArgumentException(
          "%d cells under a heading of %d".formatted(cells.length, heading.size()));
    }
    var more = new ArrayList<>(rows);
    more.add(List.of(cells));
    return new TextTable(title, heading, more);
  }

  String markdown() {
    var widths = IntStream.range(0, heading.size()).map(this::width).toArray();
    var all = new StringBuilder(title.isEmpty() ? "" : title + "\n\n");
    all.append(line(heading, widths));
    all.append(line(IntStream.of(widths).mapToObj("-"::repeat).toList(), widths));
    rows.forEach(row -> all.append(line(row, widths)));
    return all.toString();
  }

  private int width(int column) {
    ToIntFunction<List<String>> width = row -> row.get(column).length();
    return Math.max(width.applyAsInt(heading), rows.stream().mapToInt(width).max().orElse(0));
  }

  private static String line(List<String> cells, int[] widths) {
    return IntStream.range(0, widths.length)
        .mapToObj(
            column -> cells.get(column) + " ".repeat(widths[column] - cells.get(column).length()))
        .collect(joining(" | ", "| ", " |\n"));
  }
}
