package org.goodtiming.scheduler.operations.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A webhook can want each type of event that docs/events.md names, and that migrations write. */
class WebhookSettingsTest {

  private static final Pattern WORD = Pattern.compile("(?m)^\\| `([a-z]+)` \\|");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[a-z]+\\.[a-z]+`.*?) \\|");
  private static final Pattern TYPE = Pattern.compile("`([a-z]+\\.[a-z]+)`");
  private static final Pattern LITERAL =
      Pattern.compile("'((?:job|queue|schedule|lease|batch)\\.[a-z]+)'");

  @Test
  void the_types_are_those_of_the_page() throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "events.md"));
    String told = page.substring(page.indexOf("## What is told"), page.indexOf("## The message"));

    Stream<String> jobs = found(WORD, told).map("job."::concat);
    Stream<String> others = found(ROW, told).flatMap(row -> found(TYPE, row));

    assertThat(Stream.concat(jobs, others).toList())
        .containsExactlyElementsOf(WebhookSettings.EVENT_TYPES);
  }

  @Test
  void the_types_that_triggers_write_are_known() throws IOException {
    Set<String> written = new HashSet<>();
    try (DirectoryStream<Path> migrations =
        Files.newDirectoryStream(Path.of("..", "..", "sql", "migrations"), "V*.sql")) {
      for (Path migration : migrations) {
        found(LITERAL, Files.readString(migration)).forEach(written::add);
      }
    }
    assertThat(written).hasSize(10);
    assertThat(WebhookSettings.EVENT_TYPES).containsAll(written);
  }

  private static Stream<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult found) -> found.group(1));
  }
}
