package org.goodtiming.scheduler.benchmarks.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final String SIX = "2026-01-01T06:00:00Z";

  @Test
  void an_answer_is_judged_by_the_expected_times() {
    CorpusCase fixed = question("0 0 6 1 1 ? 2026", SIX + " end", "");

    assertThat(fixed.judge(SIX + " end")).isEqualTo(Verdict.RIGHT);
    assertThat(fixed.judge(SIX)).isEqualTo(Verdict.WRONG);
    assertThat(fixed.judge("refused")).isEqualTo(Verdict.REFUSED);
    assertThat(question("0 0 6 1 1 *", "refused", "").judge(SIX)).isEqualTo(Verdict.WRONG);
    assertThat(question("0 0 6 1 1 *", "refused", "policy: *").judge(SIX))
        .isEqualTo(Verdict.OTHER_MEANING);
  }

  @Test
  void each_library_is_asked_what_it_reads() {
    CorpusCase fixed = question("0 0 6 1 1 ? 2026", SIX + " end", "");
    CorpusCase unreadable = question("0 0 6 32 1 ?", "refused", "");

    Comparison comparison = Comparison.of(List.of(fixed, unreadable));

    assertThat(comparison.notRight()).isEmpty();
    assertThat(comparison.table())
        .filteredOn(line -> line.contains("cron of Quartz"))
        .containsExactly(
            "| cron of Quartz | Good Timing | 2 | 2 | 0 | 0 | 0 |",
            "| cron of Quartz | Quartz | 2 | 2 | 0 | 0 | 0 |",
            "| cron of Quartz | cron-utils | 2 | 2 | 0 | 0 | 0 |");
  }

  @Test
  void the_readme_of_the_library_has_the_result() throws IOException {
    List<String> readme =
        Files.readAllLines(Path.of("../../libraries/scheduler-recurrence/README.md"));

    assertThat(readme).containsSequence(Comparison.of(CorpusCase.all()).table());
    assertThat(String.join(" ", readme)).contains(CorpusCase.all().size() + " cases");
  }

  @Test
  void the_corpus_has_cases_of_each_dialect_and_suite() {
    List<CorpusCase> corpus = CorpusCase.all();

    assertThat(corpus).hasSizeGreaterThan(400).doesNotHaveDuplicates();
    assertThat(corpus).extracting(CorpusCase::dialect).containsAll(Arrays.asList(Dialect.values()));
    assertThat(corpus)
        .extracting(CorpusCase::suite)
        .contains("Quartz", "cron-utils", "Spring", "lib-recur", "RFC 5545", "dateutil");
  }

  private static CorpusCase question(String text, String expected, String note) {
    return new CorpusCase(
        Dialect.QUARTZ,
        text,
        ZoneId.of("UTC"),
        LocalDateTime.parse("2026-01-01T00:00:00"),
        expected,
        "none",
        note);
  }
}
