package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void command_whose_output_is_lost_fails() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    int status =
        SchedulerCommand.commandLine()
            .setOut(new PrintWriter(full))
            .setErr(new PrintWriter(err))
            .execute("stop", "--help");
    assertThat(status).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "DEV-0011 cannot read or write standard output: it is full or closed");
  }

  @Test
  void known_problem_is_one_line_and_no_stack_trace() {
    var project = directory.resolve("empty").toString();
    assertThat(execute("dev", "--project", project, "--state", directory.toString())).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("DEV-0008 ");
  }

  @Test
  void a_server_that_is_not_built_is_named_for_the_build() throws IOException {
    Path stack = Files.createDirectories(directory.resolve("tools/scheduler-dev/target/stack"));
    assertThatThrownBy(() -> new Distribution(directory).liberty())
        .hasMessage(
            "DEV-0008 %s is missing: build it with 'mvn -DskipTests -Dserver=liberty -pl :scheduler-dev -am package'",
            stack.resolve("liberty-"));
    assertThatThrownBy(() -> new Distribution(directory).payara())
        .hasMessageContaining("-Dserver=payara ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --nodes=0         | '--nodes': '0' is not between 1 and
          --nodes=1000      | '--nodes': '1000' is not between 1 and
          --nodes=two       | '--nodes': 'two' is not a whole number
          --http-port=99999 | '--http-port': '99999' is not between 1 and 65535
          --db-port=0       | '--db-port': '0' is not between 1 and 65535
          --broker-port=-1  | '--broker-port': '-1' is not between 1 and 65535
          --node=2          | Unknown option: '--node=2'
          """)
  void wrong_option_is_one_line_that_says_what_is_right(String option, String message) {
    assertThat(execute("dev", option)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString())
        .startsWith("DEV-0020 ")
        .contains(message)
        .endsWith(": see './scheduler dev --help'\n");
  }

  @Test
  void demo_without_orders_is_refused() {
    assertThat(execute("demo", "--orders", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("'--orders': '0' is not 1 or more");
  }

  @Test
  void wrong_duration_is_refused_with_an_example() {
    assertThat(execute("demo", "--delay", "10s")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'--delay': '10s' is not an ISO 8601 duration such as PT10S or PT1H30M: ");
  }

  @Test
  void unknown_command_is_one_line() {
    assertThat(execute("deploy")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo("DEV-0020 Unmatched argument at index 0: 'deploy': see './scheduler --help'\n");
  }

  @Test
  void whole_stack_cannot_be_killed_by_mistake() {
    assertThat(execute("stop", "--kill")).isEqualTo(2);
    assertThat(err.toString()).startsWith("DEV-0020 --kill needs a COMPONENT: ");
  }

  @Test
  void starting_a_component_needs_a_stack() {
    assertThat(execute("start", "node-1", "--state", directory.toString())).isEqualTo(1);
    assertThat(err.toString()).startsWith("DEV-0024 ");
  }

  @ParameterizedTest
  @CsvSource({"asadmin,node-1", "artemis,broker", "sql,database"})
  void tool_of_a_server_that_does_not_run_says_so(String tool, String server) {
    assertThat(execute(tool, "--state", directory.toString(), "queue")).isEqualTo(1);
    assertThat(err).hasToString("DEV-0013 " + server + " is not running: start it first\n");
  }

  @Test
  void sql_as_an_unknown_role_names_the_known_ones() {
    assertThat(execute("sql", "--as", "root", "SELECT 1")).isEqualTo(2);
    assertThat(err.toString()).contains("scheduler_owner", "scheduler_read", "but was 'root'");
  }

  private int execute(String... arguments) {
    return SchedulerCommand.commandLine().setErr(new PrintWriter(err)).execute(arguments);
  }
}
