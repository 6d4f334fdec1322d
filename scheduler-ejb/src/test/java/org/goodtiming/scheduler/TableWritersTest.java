package org.goodtiming.scheduler;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A table whose meaning is more than its columns is written by the stores of one package. */
class TableWritersTest {

  private static final Path SOURCES = Path.of("src/main/java/org/goodtiming/scheduler");

  @Test
  void only_package_job_writes_table_job() throws IOException {
    assertThat(packagesThatWrite("job")).containsExactly("job");
  }

  @Test
  void only_package_schedule_writes_table_schedule() throws IOException {
    assertThat(packagesThatWrite("schedule")).containsExactly("schedule");
  }

  /** The counts of a schedule and the mark that a run is counted change together. */
  @Test
  void only_package_execution_writes_table_execution_but_for_the_counts_of_schedules()
      throws IOException {
    assertThat(packagesThatWrite("execution")).containsExactlyInAnyOrder("execution", "schedule");
    assertThat(writers("execution"))
        .filteredOn(file -> file.startsWith("schedule"))
        .containsExactly(Path.of("schedule", "RunCounts.java"));
  }

  @Test
  void one_class_writes_the_history_of_runs_and_one_deletes_it() throws IOException {
    assertThat(writers("execution_transition"))
        .containsExactlyInAnyOrder(
            Path.of("execution", "Transitions.java"),
            Path.of("execution", "history", "ExecutionPruning.java"));
  }

  @Test
  void one_class_writes_events_and_one_deletes_them() throws IOException {
    assertThat(writers("event"))
        .containsExactlyInAnyOrder(
            Path.of("job", "JobEvents.java"), Path.of("lifecycle", "EventOutbox.java"));
  }

  private static Set<String> packagesThatWrite(String table) throws IOException {
    return writers(table).stream().map(file -> file.getName(0).toString()).collect(toSet());
  }

  private static List<Path> writers(String table) throws IOException {
    Pattern write =
        Pattern.compile(
            "\\b(INSERT\\s+INTO|UPDATE(\\s+ONLY)?|DELETE\\s+FROM(\\s+ONLY)?|MERGE\\s+INTO|COPY|TRUNCATE)\\s+scheduler\\.%s\\b"
                .formatted(table),
            Pattern.CASE_INSENSITIVE);
    return SourceFiles.under(SOURCES, ".java").stream()
        .filter(file -> write.matcher(SourceFiles.text(file)).find())
        .map(SOURCES::relativize)
        .toList();
  }
}
