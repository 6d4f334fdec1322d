package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class NounsTest {

  private static final CommandLine WITH_ALL = Goodtiming.commandLine(new Surroundings(Map.of()));

  @Test
  void only_the_nouns_among_the_arguments_are_needed() {
    assertThat(Nouns.of(List.of("--url", "http://node", "job", "list"))).containsOnlyKeys("job");
    assertThat(Nouns.of(List.of("job", "list", "--queue", "run"))).containsOnlyKeys("job", "run");
    assertThat(Nouns.of(List.of("job", "--help"))).containsOnlyKeys("job");
    assertThat(Nouns.of(List.of("--version"))).isEmpty();
  }

  @Test
  void all_are_needed_for_help_for_completion_and_for_what_is_not_known() {
    assertThat(Nouns.of(List.of("generate-completion"))).isEqualTo(Nouns.all());
    assertThat(Nouns.of(List.of("--url", "job", "--help"))).isEqualTo(Nouns.all());
    assertThat(Nouns.of(List.of("jbo", "list"))).isEqualTo(Nouns.all());
    assertThat(Nouns.of(List.of())).isEqualTo(Nouns.all());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-o xml job list", "jbo list job", "--no-such-option job list"})
  void a_mistake_before_the_noun_is_answered_as_with_all_nouns(String arguments) {
    String[] args = arguments.split(" ");
    Surroundings around = new Surroundings(Map.of());
    String answer = answer(Goodtiming.commandLine(around, List.of(args)), args);
    assertThat(answer).isNotEmpty().isEqualTo(answer(WITH_ALL, args));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jbo list                | 'jbo' is not an argument of 'goodtiming'          | Help: goodtiming --help
          job sumbit              | 'sumbit' is not an argument of 'goodtiming job'   | Did you mean: job submit or job wait?
          job submit order-check  | Missing required parameter: 'JOB'                 | Help: goodtiming job submit --help
          job list --no           | Unknown option: '--no'                            | Help: goodtiming job list --help
          lease list --watch 0    | --watch needs one second or more                  | Help: goodtiming lease list --help
          -o yaml queue list      | --output is 'yaml': give text, json, jsonl | Help: goodtiming --help
          queue -o yaml list      | --output is 'yaml': give text, json, jsonl | Help: goodtiming queue --help
          quarantine show x       | ID is 'x': give a whole number                    | Help: goodtiming quarantine show --help
          job list --limit 1,5    | --limit is '1,5': give a whole number             | Help: goodtiming job list --help
          queue settings a --tracked on | --tracked is 'on': give true or false       | Help: goodtiming queue settings --help
          job submit a b --property c   | --property is 'c': give x_NAME=VALUE        | Help: goodtiming job submit --help
          help nonsense           | 'nonsense' is not an argument of 'goodtiming'     | Help: goodtiming --help
          help job sumbit         | 'sumbit' is not an argument of 'goodtiming job'   | Did you mean: job submit or job wait?
          jbo --help              | 'jbo' is not an argument of 'goodtiming'          | Help: goodtiming --help
          job sumbit --help       | 'sumbit' is not an argument of 'goodtiming job'   | Did you mean: job submit or job wait?
          job list a --queue b    | Two queues are given: a and b                     | Two queues are given: a and b
          run result a --fil no   | Unknown options: '--fil', 'no'                    | Help: goodtiming run result --help
          """)
  void a_mistake_is_explained_in_lines_that_are_not_lost(
      String arguments, String mistake, String help) {
    String[] args = arguments.split(" ");
    Surroundings around = new Surroundings(Map.of());
    assertThat(answer(Goodtiming.commandLine(around, List.of(args)), args).lines())
        .hasSizeLessThan(4)
        .startsWith(mistake)
        .contains(help);
  }

  @Test
  void a_noun_without_a_verb_gets_the_list_of_verbs() {
    assertThat(answer(WITH_ALL, "lease"))
        .startsWith("Usage: goodtiming lease")
        .contains("step-down");
  }

  private static String answer(CommandLine command, String... args) {
    StringWriter err = new StringWriter();
    assertThat(command.setErr(new PrintWriter(err, true)).execute(args)).isEqualTo(2);
    return err.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--version",
        "-V",
        "--help",
        "help",
        "help job",
        "job --help",
        "job list -h",
        "job -V"
      })
  void help_and_version_are_printed_as_with_all_nouns(String arguments) {
    String[] args = arguments.split(" ");
    Surroundings around = new Surroundings(Map.of());
    String text = told(Goodtiming.commandLine(around, List.of(args)), args);
    assertThat(text).isNotEmpty().isEqualTo(told(WITH_ALL, args));
  }

  @Test
  void help_on_a_verb_is_that_of_the_verb() {
    assertThat(told(WITH_ALL, "help", "job", "submit"))
        .startsWith("Usage: goodtiming job submit")
        .isEqualTo(told(WITH_ALL, "job", "submit", "--help"));
  }

  private static String told(CommandLine command, String... args) {
    StringWriter out = new StringWriter();
    assertThat(command.setOut(new PrintWriter(out, true)).execute(args)).isZero();
    return out.toString();
  }
}
