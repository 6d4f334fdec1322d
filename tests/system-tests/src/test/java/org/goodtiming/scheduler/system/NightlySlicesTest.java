package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of the nightly tests, .ci/run takes one slice in turn: all of them are in a slice. */
class NightlySlicesTest {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final List<String> MODULES = List.of("system-tests", "console-tests");

  @Test
  void each_class_with_nightly_tests_is_in_exactly_one_slice() throws IOException {
    assertThat(slices().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(
            MODULES.stream().flatMap(NightlySlicesTest::classesWithNightlyTests).toList());
  }

  private static Stream<String> classesWithNightlyTests(String module) {
    try (Stream<Path> files =
        Files.walk(ROOT.resolve("tests").resolve(module).resolve("src/test/java"))) {
      return files
          .filter(file -> file.toString().endsWith("IT.java"))
          .filter(file -> read(file).contains("@Nightly\n"))
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One line each, its classes separated by commas. */
  private static Stream<List<String>> slices() throws IOException {
    return Files.readAllLines(ROOT.resolve(".ci/nightly-slices")).stream()
        .map(line -> List.of(line.split(",")));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
