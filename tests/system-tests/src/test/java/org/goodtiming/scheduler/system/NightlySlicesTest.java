package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Of the nightly tests, .ci/run takes one slice in turn: all of them are in a slice. */
class NightlySlicesTest {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final List<String> MODULES = List.of("system-tests", "console-tests");

  private static final Pattern SLICE = Pattern.compile("(\\S+)(?: server=(\\S+))?");

  /** Classes of one run, on Payara with only their nightly tests, or on a server by its name. */
  private record Slice(List<String> classes, @Nullable String server) {

    private static Slice of(String line) {
      Matcher slice = SLICE.matcher(line);
      assertThat(slice.matches()).as(line).isTrue();
      return new Slice(List.of(slice.group(1).split(",")), slice.group(2));
    }
  }

  @Test
  void each_class_with_nightly_tests_is_in_exactly_one_slice() throws IOException {
    assertThat(
            slices()
                .filter(slice -> slice.server() == null)
                .map(Slice::classes)
                .flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(
            MODULES.stream().flatMap(NightlySlicesTest::classesWithNightlyTests).toList());
  }

  @Test
  void what_runs_on_another_server_is_part_of_the_contract() throws IOException {
    List<String> contract =
        SystemTests.onAnyServer().stream()
            .map(test -> test.getDeclaringClass().getSimpleName())
            .toList();
    assertThat(
            slices()
                .filter(slice -> slice.server() != null)
                .flatMap(slice -> slice.classes().stream()))
        .isNotEmpty()
        .allSatisfy(test -> assertThat(contract).contains(test.replaceFirst("#.*", "")));
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

  private static Stream<Slice> slices() throws IOException {
    return Files.readAllLines(ROOT.resolve(".ci/nightly-slices")).stream().map(Slice::of);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
