package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRecordsTest {
  @TempDir private Path directory;

  @Test
  void component_that_crashed_is_still_expected_but_not_alive() {
    records().expect(List.of("database", "node-1"));
    records().add("database", OsProcess.of(ProcessHandle.current()));
    records().add("node-1", new OsProcess(ProcessHandle.current().pid(), Instant.EPOCH));
    assertThat(records().expected()).containsExactly("database", "node-1");
    assertThat(records().alive()).containsOnlyKeys("database");
  }

  @Test
  void nothing_is_expected_where_no_stack_was_started() {
    assertThat(records().expected()).isEmpty();
  }

  private ProcessRecords records() {
    return new ProcessRecords(new PropertyFile(directory.resolve("processes.properties")));
  }
}
