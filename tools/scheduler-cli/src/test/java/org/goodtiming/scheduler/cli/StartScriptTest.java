package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.goodtiming.scheduler.install.ShellWord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arguments of the start script for Java, read by a program in place of Java. */
class StartScriptTest {

  private static final Path SCRIPT = Path.of("bin/goodtiming").toAbsolutePath();

  @TempDir private Path directory;

  @BeforeEach
  void a_program_in_place_of_java() throws IOException {
    Path bin = Files.createDirectories(directory.resolve("java/bin"));
    Path java = bin.resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\necho \"progress $GOODTIMING_PROGRESS, colours ${NO_COLOR:-all}, arguments $*\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
  }

  @ParameterizedTest
  @CsvSource({"'',none", "line,none", "none,none"})
  void there_is_no_progress_without_a_terminal(String wish, String shown) throws Exception {
    assertThat(run(wish, "xterm", List.of(SCRIPT.toString(), "migrate")))
        .contains("progress %s,".formatted(shown));
  }

  @ParameterizedTest
  @CsvSource({"'',xterm,line", "none,xterm,none", "'',dumb,none"})
  void there_is_progress_on_a_terminal_that_can_erase_a_line(
      String wish, String terminal, String shown) throws Exception {
    String command = ShellWord.quoted(SCRIPT.toString()) + " migrate";
    List<String> onTerminal = List.of("script", "-qec", command, "/dev/null");
    assertThat(run(wish, terminal, onTerminal)).contains("progress %s,".formatted(shown));
  }

  @Test
  void a_dumb_terminal_gets_no_colours() throws Exception {
    assertThat(run("", "dumb", List.of(SCRIPT.toString()))).contains("colours 1,");
    assertThat(run("", "xterm", List.of(SCRIPT.toString()))).contains("colours all,");
  }

  @Test
  void the_jar_is_found_beside_the_script_that_a_link_names() throws Exception {
    Path home = Files.createDirectories(directory.resolve("a folder"));
    Files.copy(SCRIPT, home.resolve("goodtiming"));
    Files.setPosixFilePermissions(
        home.resolve("goodtiming"), PosixFilePermissions.fromString("rwx------"));
    Path jar = Files.createFile(home.resolve("goodtiming.jar"));
    Path link = Files.createSymbolicLink(directory.resolve("gt"), home.resolve("goodtiming"));
    assertThat(run("", "xterm", List.of(link.toString(), "job", "list")))
        .contains("-jar %s job list".formatted(jar.toRealPath()));
  }

  private String run(String wish, String terminal, List<String> command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", directory.resolve("java").toString());
    builder.environment().put("TERM", terminal);
    builder.environment().remove("NO_COLOR");
    builder.environment().put("GOODTIMING_PROGRESS", wish);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
