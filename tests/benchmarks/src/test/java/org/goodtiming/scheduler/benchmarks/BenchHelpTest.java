package org.goodtiming.scheduler.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.CommandLines;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class BenchHelpTest {
  private static final Path HELP = Path.of("../../tools/scheduler-dev/help");

  static Stream<CommandLine> commands() {
    var bench = CommandLines.of(new BenchCommand());
    return Stream.concat(Stream.of(bench), bench.getSubcommands().values().stream());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void kept_help_is_what_the_command_says(CommandLine command) throws IOException {
    var name = command.getCommandSpec().qualifiedName("-") + ".txt";
    var said = Path.of("target", "help", name).toAbsolutePath();
    Files.createDirectories(said.getParent());
    Files.writeString(said, command.getUsageMessage(Ansi.OFF));
    assertThat(HELP.resolve(name))
        .as("update it: cp %s tools/scheduler-dev/help/", said)
        .hasSameTextualContentAs(said);
  }
}
