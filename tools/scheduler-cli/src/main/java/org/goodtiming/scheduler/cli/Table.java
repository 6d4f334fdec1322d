package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows as text, in columns that are as wide as their longest value. */
record Table(List<String> members) {

  private static final String GAP = "  ";

  void print(List<JsonObject> rows, String indent, PrintWriter out) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(members.stream().map(Table::heading).toList());
    for (JsonObject row : rows) {
      lines.add(members.stream().map(member -> Output.plain(row.get(member))).toList());
    }
    int[] widths = widths(lines);
    lines.forEach(line -> out.println(indent + line(line, widths)));
  }

  /** {@code dueAt} becomes {@code DUE AT}. */
  private static String heading(String member) {
    return member.replaceAll("(?<=[a-z])(?=[A-Z])", " ").replace('_', ' ').toUpperCase(Locale.ROOT);
  }

  private int[] widths(List<List<String>> lines) {
    int[] widths = new int[members.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    return widths;
  }

  private static String line(List<String> line, int[] widths) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      text.append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length())).append(GAP);
    }
    return text.toString().stripTrailing();
  }
}
