package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start script and Java, without a locale, and with outputs that fail. */
class ProcessTest {

  private static final String SCRIPT = Path.of("bin/goodtiming").toAbsolutePath().toString();

  @TempDir private Path home;

  /** The classes of this build in place of the jar. */
  @BeforeEach
  void java_with_these_classes() throws IOException {
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        while [ "$1" != -jar ]; do shift; done
        shift 2
        exec '%s/bin/java' -XX:TieredStopAtLevel=1 -cp '%s' %s "$@"
        """
            .formatted(
                System.getProperty("java.home"),
                System.getProperty("java.class.path"),
                Goodtiming.class.getName()));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void arguments_variables_files_and_output_are_utf_8_without_a_locale() throws Exception {
    Path file = Files.writeString(home.resolve("geheim\u00e4"), "secret");
    Path profiles =
        Files.createDirectories(home.resolve(".config/goodtiming")).resolve("profiles.toml");
    Files.writeString(
        profiles, "[production]\nurl = \"http://node\"\npassword-file = \"%s\"\n".formatted(file));
    Process process =
        start(
            Map.of("GOODTIMING_URL", "http://j\u00fcrgen"),
            SCRIPT,
            "--profile",
            "production",
            "--user",
            "gr\u00f6\u00dfe",
            "config");
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    output += new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("gr\u00f6\u00dfe", "j\u00fcrgen", "geheim\u00e4");
  }

  @Test
  void an_argument_that_is_not_utf_8_is_refused() throws Exception {
    Process process =
        start(Map.of(), "sh", "-c", "\"$0\" job cancel q \"$(printf 'gr\\366\\337e')\"", SCRIPT);
    assertThat(process.errorReader(UTF_8).readLine()).startsWith("An argument is not UTF-8");
    assertThat(process.waitFor()).isEqualTo(2);
  }

  @Test
  void an_argument_that_begins_with_at_is_no_file() throws Exception {
    Files.writeString(home.resolve("here"), "--version");
    Process process = start(Map.of(), SCRIPT, "job", "@" + home.resolve("here"));
    assertThat(process.errorReader(UTF_8).readLine()).startsWith("'@").contains("not an argument");
    assertThat(process.waitFor()).isEqualTo(2);
  }

  @Test
  void an_output_that_cannot_be_written_fails_the_command() throws Exception {
    for (String command : List.of("config", "--version", "--help", "generate-completion")) {
      Process process =
          start(Map.of(), "sh", "-c", "\"$0\" %s > /dev/full".formatted(command), SCRIPT);
      assertThat(process.errorReader(UTF_8).readLine())
          .startsWith("Standard output cannot be written: ");
      assertThat(process.waitFor()).as(command).isEqualTo(1);
    }
  }

  @Test
  void a_reader_that_has_gone_ends_the_command_without_a_text() throws Exception {
    Process process = start(Map.of(), SCRIPT, "config");
    process.getInputStream().close();
    assertThat(process.errorReader(UTF_8).readLine()).isNull();
    assertThat(process.waitFor()).isEqualTo(141);
  }

  private Process start(Map<String, String> variables, String... command) throws IOException {
    List<String> words = new ArrayList<>(List.of("env", "-i", "PATH=" + System.getenv("PATH")));
    words.add("HOME=" + home);
    words.add("JAVA_HOME=" + home);
    variables.forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(List.of(command));
    // A test that runs without a locale cannot pass such words on as arguments
    Path script = home.resolve("call");
    StringBuilder line = new StringBuilder("exec");
    words.forEach(word -> line.append(" '").append(word.replace("'", "'\\''")).append('\''));
    Files.writeString(script, line);
    return new ProcessBuilder("sh", script.toString()).start();
  }
}
