package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
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
    Stream<String> nightly =
        slices().filter(slice -> slice.server() != null).flatMap(slice -> slice.classes().stream());
    assertThat(Stream.concat(nightly, daily()).flatMap(NightlySlicesTest::methods))
        .isNotEmpty()
        .allSatisfy(
            chosen ->
                assertThat(SystemTests.onAnyServer()).anyMatch(test -> matches(chosen, test)));
  }

  /** What the build itself runs on a second server. */
  private static Stream<String> daily() throws IOException {
    Matcher chosen =
        Pattern.compile("<test>(.+)</test>")
            .matcher(Files.readString(ROOT.resolve("tests/system-tests/pom.xml")));
    assertThat(chosen.find()).isTrue();
    return Stream.of(chosen.group(1).split(","));
  }

  /** {@code AIT#one*+two} chooses by each pattern; a class alone, all of its methods. */
  private static Stream<String> methods(String chosen) {
    String type = chosen.replaceFirst("#.*", "");
    String patterns = chosen.contains("#") ? chosen.substring(type.length() + 1) : "*";
    return Stream.of(patterns.split("\\+")).map(pattern -> type + "#" + pattern);
  }

  private static boolean matches(String chosen, Method test) {
    String name = test.getDeclaringClass().getSimpleName() + "#" + test.getName();
    return name.matches(chosen.replace("*", ".*"));
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
