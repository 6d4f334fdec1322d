package org.goodtiming.scheduler.web.http;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The last table of docs/codes.md is made of the problems. */
class CodesPageTest {
  private static final Path PAGE = Path.of("..", "docs", "codes.md");
  private static final Path EXPECTED = Path.of("target", "codes-reference.md");
  private static final String BEGIN = "| code | status | message |\n|---|---|---|\n";

  @Test
  void the_page_lists_all_problems() throws IOException {
    String table =
        Stream.of(Problem.values())
            .sorted(Comparator.comparing(Problem::code))
            .map(CodesPageTest::row)
            .collect(joining("", BEGIN, ""));
    Files.writeString(EXPECTED, table);
    String page = Files.readString(PAGE);
    assertThat(page.substring(page.indexOf(BEGIN)))
        .as("the end of %s; what it should be is in %s", PAGE, EXPECTED.toAbsolutePath())
        .isEqualTo(table);
  }

  private static String row(Problem problem) {
    String status = problem.status() == 0 ? "4xx" : "" + problem.status();
    String message = problem.text().replaceAll("%(\\d\\$)?s", "...");
    return "| `%s` | %s | %s |\n".formatted(problem.code(), status, message);
  }
}
