package org.goodtiming.scheduler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CureTest {

  @ParameterizedTest
  @ValueSource(strings = {"plain", "a b", "it's", "$HOME", "`id`", "\"q\"", "a\\b", "-x", "", "*"})
  void a_shell_reads_the_words_of_a_command(String word) throws Exception {
    Cure cure = new Psql("postgres", "localhost", "5432", word).run("SELECT '" + word + "'");
    assertThat(PrintedLine.run(new Finding(FindingCode.NOT_DURABLE, "seen", cure), Map.of()))
        .containsExactlyElementsOf(cure.commands().get(0));
  }

  @Test
  void several_commands_are_one_line() {
    assertThat(new Commands(List.of(), Path.of("/the broker")).createQueue("ship").line())
        .isEqualTo(
            "goodtiming install broker --home '/the broker' --worker-queue ship && touch '/the broker/etc/broker.xml'");
  }

  @Test
  void a_command_that_asks_a_node_asks_the_same_one() {
    assertThat(
            new Commands(List.of("--profile", "staging", "--user", "jane b"), null)
                .node("queue", "resume", "ship")
                .line())
        .isEqualTo("goodtiming queue resume ship --profile staging --user 'jane b'");
  }

  @ParameterizedTest
  @EnumSource
  void a_code_has_either_commands_or_advice(FindingCode code) {
    Cure command = Cure.by("true");
    Cure advice = Cure.advice("start it");
    boolean isCommand = code.remedy() == Remedy.command;
    assertThat(new Finding(code, "seen", isCommand ? command : advice).code()).isEqualTo(code);
    assertThatThrownBy(() -> new Finding(code, "seen", isCommand ? advice : command))
        .hasMessage(code.number() + " has the other kind of cure");
  }
}
