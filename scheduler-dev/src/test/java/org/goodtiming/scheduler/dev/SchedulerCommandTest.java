package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerCommandTest {
  @TempDir private Path directory;

  private final StringWriter err = new StringWriter();

  @Test
  void status_is_not_0_where_no_stack_was_started() {
    assertThat(execute("status", "--state", directory.toString())).isEqualTo(1);
  }

  @Test
  void stopping_nothing_is_no_failure() {
    assertThat(execute("stop", "--state", directory.toString())).isEqualTo(0);
  }

  @Test
  void known_problem_is_one_line_and_no_stack_trace() {
    var project = directory.resolve("empty").toString();
    assertThat(execute("dev", "--project", project, "--state", directory.toString())).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("DEV-0008 ");
  }

  private int execute(String... arguments) {
    return SchedulerCommand.commandLine().setErr(new PrintWriter(err)).execute(arguments);
  }
}
