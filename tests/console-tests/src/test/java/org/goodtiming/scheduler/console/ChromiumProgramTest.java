package org.goodtiming.scheduler.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The choice of the browser of the tests from the installed programs. */
class ChromiumProgramTest {

  @TempDir private Path directory;

  @Test
  void the_fastest_program_of_the_path_is_taken() throws IOException {
    String path =
        directory.resolve("absent") + ":" + Files.createDirectory(directory.resolve("a b"));
    assertThat(Chromium.executable("", path)).isEmpty();
    for (String name : new String[] {"google-chrome", "chromium", "chromium-headless-shell"}) {
      Path program = program("a b/" + name);
      assertThat(Chromium.executable("", path)).contains(program);
    }
  }

  @Test
  void the_setting_wins_and_must_be_a_program() throws IOException {
    program("chromium");
    Path own = program("own");
    assertThat(Chromium.executable(own.toString(), directory.toString())).contains(own);
    assertThat(Chromium.executable(directory + "/absent", directory.toString())).isEmpty();
  }

  private Path program(String name) throws IOException {
    return Files.createFile(
        directory.resolve(name),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }
}
