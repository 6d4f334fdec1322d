package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The reference in docs/cli.md consists of the descriptions of the commands. */
class CommandPageTest {

  private static final Path PAGE = Path.of("../..", "docs", "cli.md");
  private static final Path EXPECTED = Path.of("target", "cli-reference.md");
  private static final String BEGIN = "## Commands\n";

  @Test
  void the_reference_is_what_the_commands_say() throws IOException {
    String reference = reference();
    Files.writeString(EXPECTED, reference);
    String page = Files.readString(PAGE);
    assertThat(page.substring(page.indexOf(BEGIN)))
        .as("the end of %s; what it should be is in %s", PAGE, EXPECTED.toAbsolutePath())
        .isEqualTo(reference);
  }

  private static String reference() {
    StringBuilder text = new StringBuilder(BEGIN).append("\nAfter `goodtiming`:\n\n");
    CommandLine root = Goodtiming.commandLine(new Surroundings(Map.of()));
    root.getSubcommands()
        .forEach(
            (name, noun) -> {
              if (!name.equals("generate-completion")) {
                rows(noun, text);
              }
            });
    return text.toString();
  }

  private static void rows(CommandLine command, StringBuilder text) {
    if (command.getSubcommands().isEmpty()) {
      text.append("- `%s`: %s\n".formatted(call(command), firstSentence(command)));
    }
    command.getSubcommands().values().forEach(verb -> rows(verb, text));
  }

  /** The others are in its help. */
  private static String firstSentence(CommandLine command) {
    return String.join(" ", command.getCommandSpec().usageMessage().description())
        .replaceFirst("(?<=\\.) .*", "");
  }

  /** The command with its parameters as typed; its help has the options. */
  private static String call(CommandLine command) {
    var spec = command.getCommandSpec();
    String name = spec.qualifiedName().substring("goodtiming ".length());
    String parameters =
        spec.positionalParameters().stream()
            .map(each -> (each.arity().min() == 0 ? " [%s]" : " %s").formatted(each.paramLabel()))
            .collect(Collectors.joining());
    return name + parameters;
  }
}
