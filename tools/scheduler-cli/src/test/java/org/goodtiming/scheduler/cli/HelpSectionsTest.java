package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Help and manual pages have examples that can be typed, the exit status, and the environment. */
class HelpSectionsTest {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private Path directory;
  private final CommandLine goodtiming = Goodtiming.commandLine(new Surroundings(Map.of()));

  /** A line that is broken cannot be pasted. */
  @Test
  void each_example_fits_a_line() {
    assertThat(TextFile.lines("examples.txt"))
        .allSatisfy(each -> assertThat(each).hasSizeLessThan(79));
  }

  @Test
  void a_url_is_not_broken_on_a_terminal_of_80_columns() {
    assertThat(leaves(goodtiming))
        .allSatisfy(
            leaf -> {
              leaf.setUsageHelpWidth(80);
              assertThat(help(leaf))
                  .doesNotContainPattern("(?m)^ +//|(https?|postgresql|//[a-z0-9.]+):$");
            });
  }

  @Test
  void each_example_is_a_command() {
    TextFile.lines("examples.txt")
        .forEach(
            example ->
                assertThatCode(() -> goodtiming.parseArgs(words(example)))
                    .as(example)
                    .doesNotThrowAnyException());
  }

  @Test
  void each_command_has_an_example() {
    assertThat(leaves(goodtiming))
        .filteredOn(leaf -> !help(leaf).contains("\nExamples:\n  " + name(leaf)))
        .extracting(HelpSectionsTest::name)
        .containsExactlyInAnyOrder("goodtiming generate-completion", "goodtiming help");
  }

  @Test
  void a_percent_sign_stays() {
    CommandLine settings = goodtiming.getSubcommands().get("job").getSubcommands().get("settings");
    assertThat(help(settings)).contains("--retry 5/1m*2..6h~20%\n");
  }

  @Test
  void the_help_of_all_commands_has_exit_status_and_environment() throws IOException {
    String help = help(goodtiming);
    String page = Files.readString(Path.of("../..", "docs", "cli.md"));
    for (ExitStatus status : ExitStatus.values()) {
      assertThat(help).containsPattern("\n +" + status.number + " +" + status.meaning);
      assertThat(page).contains("\n| %d | %s".formatted(status.number, status.meaning));
    }
    assertThat(HelpSections.ENVIRONMENT.keySet())
        .allSatisfy(name -> assertThat(help).contains("\n  " + name + " "))
        .allSatisfy(name -> assertThat(page).contains("`" + name));
  }

  @Test
  void each_manual_page_has_all() throws IOException {
    ManPages.main(new String[] {directory.toString(), "1.0"});
    assertThat(directory.resolve("goodtiming-job-submit.adoc"))
        .content()
        .contains("== Exit status", "== Environment", "*GOODTIMING_URL*::", "== Examples")
        .contains("goodtiming job submit order-check 4711 --delay 30m");
  }

  private static Stream<CommandLine> leaves(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command)
        : command.getSubcommands().values().stream().flatMap(HelpSectionsTest::leaves);
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  private static String help(CommandLine command) {
    StringWriter text = new StringWriter();
    command.usage(new PrintWriter(text));
    return text.toString().replaceAll("\\R", "\n");
  }

  /** Splits the line like a shell. */
  private static String[] words(String example) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(example);
    while (word.find()) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words.subList(1, words.size()).toArray(String[]::new);
  }
}
