package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The tables of codes in the documentation, which the build adds to the jar. */
final class CodeTable {
  private static final List<String> PAGES = List.of("codes.md", "wire-contract.md", "doctor.md");
  private static final Pattern CELL = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");

  private CodeTable() {}

  /** The description of a code: a line for each column, without the markup of the page. */
  static List<String> of(String code) {
    return PAGES.stream().flatMap(page -> rows(page, code).stream()).toList();
  }

  private static List<String> rows(String page, String code) {
    List<String> found = new ArrayList<>();
    List<String> heading = List.of();
    boolean inTable = false;
    for (String line : text(page).lines().toList()) {
      boolean isRow = line.startsWith("|");
      List<String> cells = isRow ? cells(line) : List.of();
      if (isRow && !inTable) {
        heading = cells;
      } else if (isRow && cells.get(0).matches(".*\\b" + Pattern.quote(code) + "\\b.*")) {
        for (int i = 1; i < cells.size(); i++) {
          found.add("%s: %s".formatted(heading.get(i), cells.get(i)));
        }
      }
      inTable = isRow;
    }
    return found;
  }

  private static List<String> cells(String row) {
    String content = row.strip().replaceFirst("^\\|", "").replaceFirst("\\|$", "");
    return CELL.splitAsStream(content).map(CodeTable::plain).toList();
  }

  private static String plain(String cell) {
    String text = LINK.matcher(cell.strip()).replaceAll("$1");
    return text.replace("\\|", "|").replace("`", "").replace("**", "");
  }

  private static String text(String page) {
    try (InputStream in =
        Objects.requireNonNull(CodeTable.class.getResourceAsStream("/codes/" + page))) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
