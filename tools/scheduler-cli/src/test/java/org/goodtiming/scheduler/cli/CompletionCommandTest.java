package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonString;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The completions of bash with the script, if a node answers with two worker queues. */
class CompletionCommandTest {

  /** The words of the line in place of COMP_WORDS, the last one to be completed. */
  private static final String COMPLETE =
      """
      source "$1"; shift
      function goodtiming() {
        [ "$1 $2 $3 $4" = "queue list -o jsonl" ] || exit 1
        echo '{"name":"order-check","state":"served"}'
        echo '{"name":"ship","state":"paused"}'
      }
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"
      _complete_goodtiming 2>/dev/null
      echo "${COMPREPLY[*]}"
      """;

  private final CommandLine goodtiming = Goodtiming.commandLine(new Surroundings(Map.of()));

  @TempDir private Path directory;
  private Path script;

  @BeforeEach
  void write() throws IOException {
    StringWriter out = new StringWriter();
    assertThat(goodtiming.setOut(new PrintWriter(out, true)).execute("generate-completion"))
        .isZero();
    assertThat(out.toString()).doesNotContain(QueueNames.PLACEHOLDER);
    script = Files.writeString(directory.resolve("script"), out.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "job submit ?, order-check ship",
    "job submit s?, ship",
    "job list --queue ?, order-check ship",
    "grant add jane or?, order-check",
    "webhook set hook --queues sh?, ship",
    "batch start re?, reschedule release resubmit",
    "queue pau?, pause"
  })
  void worker_queues_and_operations_are_completed(String line, String completed) throws Exception {
    String[] words = ("goodtiming " + line.replace("?", "")).split(" ", -1);
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", COMPLETE, "bash", script.toString()));
    command.addAll(List.of(words));
    Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(output.strip().split("\\s+")).containsExactlyInAnyOrder(completed.split(" "));
  }

  @Test
  void each_argument_that_is_a_queue_is_completed() {
    assertCompleted(goodtiming);
  }

  private static void assertCompleted(CommandLine command) {
    command.getCommandSpec().args().stream()
        .filter(each -> each.paramLabel().equals("QUEUE"))
        .forEach(
            each ->
                assertThat(each.completionCandidates())
                    .as("%s of %s", each, command.getCommandSpec().qualifiedName())
                    .contains(QueueNames.PLACEHOLDER));
    command.getSubcommands().values().forEach(CompletionCommandTest::assertCompleted);
  }

  @Test
  void the_operations_are_those_of_the_document() {
    assertThat(new BatchCommand.Operations())
        .containsExactlyElementsOf(
            Json.createPointer("/components/schemas/BatchRequest/properties/operation/enum")
                .getValue(ListColumnsTest.document())
                .asJsonArray()
                .getValuesAs(JsonString::getString));
  }
}
