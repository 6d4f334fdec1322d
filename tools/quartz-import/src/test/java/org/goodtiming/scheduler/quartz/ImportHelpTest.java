package org.goodtiming.scheduler.quartz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class ImportHelpTest {
  private static final Path HELP = Path.of("../../tools/scheduler-dev/help");

  static Stream<CommandLine> commands() {
    CommandLine all = ImportCommand.commandLine();
    return Stream.concat(Stream.of(all), all.getSubcommands().values().stream());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void kept_help_is_what_the_command_says(CommandLine command) throws IOException {
    String name = command.getCommandSpec().qualifiedName("-") + ".txt";
    Path said = Path.of("target", "help", name).toAbsolutePath();
    Files.createDirectories(said.getParent());
    Files.writeString(said, command.getUsageMessage(Ansi.OFF));
    assertThat(HELP.resolve(name))
        .as("update it: cp %s tools/scheduler-dev/help/", said)
        .hasSameTextualContentAs(said);
  }
}
