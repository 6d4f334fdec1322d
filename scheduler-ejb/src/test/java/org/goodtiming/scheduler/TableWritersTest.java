package org.goodtiming.scheduler;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A table whose meaning is more than its columns is written by the stores of one package. */
class TableWritersTest {

  @Test
  void only_package_job_writes_table_job() {
    assertThat(packagesThatWrite("job")).containsExactly("job");
  }

  @Test
  void only_package_schedule_writes_table_schedule() {
    assertThat(packagesThatWrite("schedule")).containsExactly("schedule");
  }

  /** The counts of a schedule and the mark that a run is counted change together. */
  @Test
  void only_package_execution_writes_table_execution_but_for_the_counts_of_schedules() {
    assertThat(packagesThatWrite("execution")).containsExactlyInAnyOrder("execution", "schedule");
    assertThat(writers("execution"))
        .filteredOn(file -> file.startsWith("schedule"))
        .containsExactly(Path.of("schedule", "RunCounts.java"));
  }

  @Test
  void one_class_writes_the_history_of_runs_and_one_deletes_it() {
    assertThat(writers("execution_transition"))
        .containsExactlyInAnyOrder(
            Path.of("execution", "Transitions.java"),
            Path.of("execution", "history", "ExecutionPruning.java"));
  }

  @Test
  void one_class_writes_events_and_one_deletes_them() {
    assertThat(writers("event"))
        .containsExactlyInAnyOrder(
            Path.of("job", "JobEvents.java"), Path.of("lifecycle", "EventOutbox.java"));
  }

  private static Set<String> packagesThatWrite(String table) {
    return writers(table).stream().map(file -> file.getName(0).toString()).collect(toSet());
  }

  private static List<Path> writers(String table) {
    Pattern write =
        Pattern.compile(
            "\\b(INSERT\\s+INTO|UPDATE(\\s+ONLY)?|DELETE\\s+FROM(\\s+ONLY)?|MERGE\\s+INTO|COPY|TRUNCATE)\\s+scheduler\\.%s\\b"
                .formatted(table),
            Pattern.CASE_INSENSITIVE);
    return SourceFiles.ofScheduler().stream()
        .filter(file -> write.matcher(SourceFiles.text(file)).find())
        .map(SourceFiles::inPackages)
        .toList();
  }
}
