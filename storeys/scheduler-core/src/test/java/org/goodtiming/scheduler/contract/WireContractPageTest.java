package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobProperty.Use;
import org.goodtiming.scheduler.server.Recovery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of the wire contract has every property and every refusal. */
class WireContractPageTest {

  private static final Path DOCS = Path.of("..", "..", "docs");

  @ParameterizedTest
  @EnumSource
  void each_property_is_described(JobProperty property) throws IOException {
    String page = Files.readString(DOCS.resolve("wire-contract.md"));
    String section =
        switch (property.use()) {
          case MESSAGE, JOB, CARRIED -> section(page, "Registering");
          case OUTBOUND -> section(page, "Receipts") + section(page, "What the worker gets");
        };

    assertThat(section).contains("`" + property.wireName() + "`");
  }

  @ParameterizedTest
  @EnumSource
  void each_field_of_a_line_is_named(JobProperty property) throws IOException {
    if (property.use() == Use.JOB || property.use() == Use.CARRIED) {
      assertThat(section(Files.readString(DOCS.resolve("wire-contract.md")), "Registering"))
          .containsPattern("The fields are [^.]*`" + property.lineField() + "`");
    }
  }

  @ParameterizedTest
  @EnumSource
  void each_refusal_has_its_row(Refusal refusal) throws IOException {
    String pages = Files.readString(DOCS.resolve("wire-contract.md"));
    if (!refusal.code().startsWith("SCHED-01")) {
      pages += Files.readString(DOCS.resolve("codes.md"));
    }

    assertThat(pages).containsPattern("\n\\| [^|]*`" + refusal.code() + "`");
  }

  /** Numbers for which there is no setting. */
  @Test
  void the_page_has_the_numbers_of_the_code() throws IOException {
    long stores = new Recovery(Duration.ZERO, Duration.ZERO).settlesIn().toSeconds();
    long settles = new Recovery(Duration.ofDays(1), Duration.ZERO).settlesIn().toSeconds();

    assertThat(Files.readString(DOCS.resolve("wire-contract.md")).replaceAll("\\s+", " "))
        .contains(
            "at most %d UTF-16 characters".formatted(WireContract.MAX_TEXT_LENGTH),
            "accepts %,d lines and %d MiB"
                .formatted(
                    WireContract.GUARANTEED_LINES, WireContract.GUARANTEED_LINES_BYTES >> 20),
            "at most %d s, and %d s more".formatted(settles - stores, stores),
            "at most %d KiB of JSON".formatted(WireContract.MAX_CHECKPOINT_BYTES >> 10),
            "up to %d times".formatted(WireContract.MAX_POSTPONEMENTS),
            "cut off after %d characters. The last %d lines"
                .formatted(WireContract.MAX_LOG_LINE_LENGTH, WireContract.MAX_LOG_LINES));
  }

  private static String section(String page, String title) {
    int begin = page.indexOf("\n## " + title);
    assertThat(begin).as("section %s", title).isNotNegative();
    int end = page.indexOf("\n## ", begin + 1);
    return page.substring(begin, end < 0 ? page.length() : end);
  }
}
