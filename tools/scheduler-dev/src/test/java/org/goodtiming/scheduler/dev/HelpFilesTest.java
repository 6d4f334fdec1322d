package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * {@code ./scheduler} answers --help and --version from files, without Java and without a build.
 */
class HelpFilesTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path HELP = ROOT.resolve("tools/scheduler-dev/help");

  @TempDir private Path checkout;

  static Stream<CommandLine> commands() {
    var scheduler = SchedulerCommand.commandLine();
    return Stream.concat(Stream.of(scheduler), scheduler.getSubcommands().values().stream());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void kept_help_is_what_the_command_says(CommandLine command) throws IOException {
    var said = Path.of("target", "help", command.getCommandName() + ".txt").toAbsolutePath();
    Files.createDirectories(said.getParent());
    Files.writeString(said, command.getUsageMessage(Ansi.OFF));
    assertThat(HELP.resolve(said.getFileName()))
        .as("update it: cp %s tools/scheduler-dev/help/", said)
        .hasSameTextualContentAs(said);
  }

  @Test
  void script_prints_the_help_where_nothing_was_built() throws Exception {
    assertThat(script("--help")).isEqualTo(help("scheduler")).contains("bench", "chaos");
    assertThat(script("dev", "--nodes", "2", "--help")).isEqualTo(help("dev"));
    assertThat(script("stop", "node-1", "-h")).isEqualTo(help("stop"));
    assertThat(script("chaos", "--help")).isEqualTo(help("chaos"));
    assertThat(script("bench", "crash", "--help")).isEqualTo(help("bench-crash"));
    assertThat(script("import", "quartz", "--help")).isEqualTo(help("import-quartz"));
  }

  @Test
  void script_prints_the_version_where_nothing_was_built() throws Exception {
    assertThat(script("-V")).matches("Good Timing \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\n");
    assertThat(script("dev", "--version")).isEqualTo(script("-V"));
  }

  /**
   * With it Maven leaves out the test kit's contract tests, which the fault suite's module needs.
   */
  @Test
  void script_does_not_skip_test_archives() throws IOException {
    assertThat(Files.readString(ROOT.resolve("scheduler"))).doesNotContain("-Dmaven.test.skip");
  }

  @Test
  void script_reads_the_version_of_java_beside_other_output() throws Exception {
    executable("java", "exit 1");
    executable("javac", "echo Picked up JAVA_TOOL_OPTIONS: -Da=b >&2; echo javac 11.0.2");
    var process = start("dev");
    assertThat(process.inputReader(UTF_8).lines())
        .singleElement(STRING)
        .contains("DEV-0001 Java 11 is too old");
    assertThat(process.waitFor()).isNotZero();
  }

  private void executable(String name, String script) throws IOException {
    var file = Files.createDirectories(checkout.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static String help(String command) throws IOException {
    return Files.readString(HELP.resolve(command + ".txt"));
  }

  /** Runs the script in a checkout without a build; java and mvn would fail. */
  private String script(String... arguments) throws Exception {
    var process = start(arguments);
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private Process start(String... arguments) throws IOException {
    FileTree.copy(HELP, checkout.resolve("tools/scheduler-dev/help"));
    FileTree.copy(ROOT.resolve("pom.xml"), checkout.resolve("pom.xml"));
    FileTree.copy(ROOT.resolve("scheduler"), checkout.resolve("scheduler"));
    var command =
        Stream.concat(Stream.of("bash", checkout + "/scheduler"), Stream.of(arguments)).toList();
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", checkout.toString());
    return builder.start();
  }
}
