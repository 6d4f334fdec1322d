package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.cli.doctor.FindingCode;
import org.goodtiming.scheduler.install.ServerProblem;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void a_code_is_explained_by_its_row_of_the_documentation() {
    assertThat(run("explain", "SCHED-0202")).isZero();
    assertThat(out.toString().lines())
        .hasSize(2)
        .allMatch(line -> !line.matches(".*(`|\\]\\(|\\*\\*).*"))
        .satisfiesExactly(
            cause -> assertThat(cause).startsWith("what happened: no job could be dispatched"),
            cure -> assertThat(cure).startsWith("what to do: the message gives the reason"));
  }

  @Test
  void programs_get_json() {
    assertThat(run("explain", "SCHED-0202", "-o", "jsonl")).isZero();
    assertThat(out.toString())
        .startsWith("{\"code\":\"SCHED-0202\",\"lines\":[\"what happened: ")
        .hasLineCount(1);
  }

  @Test
  void the_prefix_may_be_omitted_and_letters_small() {
    assertThat(run("explain", "0102")).isZero();
    assertThat(run("explain", "sched-0102")).isZero();
    assertThat(out.toString()).contains("the queue is not on the allow-list");
  }

  @Test
  void an_unknown_code_is_not_found() {
    assertThat(run("explain", "SCHED-02")).isEqualTo(3);
    assertThat(err.toString()).startsWith("There is no code SCHED-02: ");
  }

  @Test
  void all_codes_of_the_doctor_are_explained() {
    assertThat(Arrays.stream(FindingCode.values()).map(code -> CodeTable.of(code.number())))
        .noneMatch(List::isEmpty);
  }

  @Test
  void all_codes_of_install_server_are_explained() {
    for (ServerProblem problem : ServerProblem.values()) {
      assertThat(CodeTable.of(problem.code())).containsExactly("meaning: " + problem.meaning());
    }
  }

  private int run(String... arguments) {
    return Goodtiming.commandLine(new Surroundings(Map.of()), List.of(arguments))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
