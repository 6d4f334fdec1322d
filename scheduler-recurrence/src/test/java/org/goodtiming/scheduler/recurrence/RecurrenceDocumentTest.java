package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs what docs/recurrence.md says. */
class RecurrenceDocumentTest {
  private static final Path PAGE = Path.of("../docs/recurrence.md");
  private static final Pattern EXAMPLES = Pattern.compile("```examples\n(.*?)```", Pattern.DOTALL);

  static Stream<String> examples() throws IOException {
    return EXAMPLES
        .matcher(Files.readString(PAGE))
        .results()
        .map((MatchResult block) -> block.group(1))
        .flatMap(String::lines);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_is_due_as_the_page_says(String line) {
    String[] columns = line.split("\\|");
    List<String> expected = Arrays.asList(columns[2].strip().split(" "));

    assertThat(
            Recurrence.parse(columns[0].strip())
                .dueTimes(Instant.parse(columns[1].strip()))
                .limit(expected.size())
                .map(Instant::toString))
        .isEqualTo(expected);
  }

  @Test
  void the_Java_of_the_page_compiles() throws IOException {
    Recurrence report =
        Recurrence.cron("0 0 6 ? * MON-FRI")
            .zone("Europe/Berlin")
            .starting(Instant.parse("2026-12-01T00:00:00Z"))
            .until(Instant.parse("2026-12-31T00:00:00Z"))
            .times(10);

    String source =
        Files.readString(
            Path.of(
                "src/test/java/org/goodtiming/scheduler/recurrence/RecurrenceDocumentTest.java"));
    String shown = Files.readString(PAGE).split("```java\n")[1].split("```")[0];
    assertThat(source).contains(shown.indent(4).strip());
    assertThat(report.dueTimes(Instant.EPOCH)).hasSize(10);
  }
}
