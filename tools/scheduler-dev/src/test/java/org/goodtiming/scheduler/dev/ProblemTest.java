package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void full_disk_is_reported_with_free_and_needed_space() {
    assertThat(Problem.DISK_FULL.with(17L, "/data", 1024L))
        .hasMessage(
            "DEV-0004 only 17 MiB are free on the disk of /data, 1024 are needed: make room, then start again");
  }

  @Test
  void no_two_problems_share_a_code() {
    assertThat(Problem.values()).extracting(Problem::code).doesNotHaveDuplicates();
  }
}
