package org.goodtiming.scheduler.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemTests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/features.md says of a feature is shown by a test that exists and runs daily. */
class FeaturesPageTest {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");
  private static final Pattern ROW =
      Pattern.compile("\\| ([A-Z]\\d+) \\|([^|]+)\\|([^|]+)\\|(.+)\\|");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:IT|Test))\\.(\\w+)`");

  /** What the page must have a row for; the other numbers were given up. */
  private static final String ALL =
      """
      G 1-30
      P 1
      X 1-2 4-9 12-15
      Q 2 4 7 9 12-18 20-32 34-35
      C 1-2 4 6-15
      F 1-8
      R 1-10 12-17
      W 1-25
      N 1-2
      B 1-25
      O 1-16
      """;

  record Feature(String id, String state, String evidence) {

    private static Feature of(Matcher row) {
      return new Feature(row.group(1), row.group(3).strip(), row.group(4).strip());
    }

    List<Matcher> tests() {
      return TEST.matcher(evidence).results().map(each -> matching(each.group())).toList();
    }

    private static Matcher matching(String text) {
      Matcher matcher = TEST.matcher(text);
      assertThat(matcher.matches()).isTrue();
      return matcher;
    }
  }

  static Stream<Feature> features() throws IOException {
    return Files.readAllLines(ROOT.resolve("docs/features.md")).stream()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .map(Feature::of);
  }

  @Test
  void each_feature_has_one_row() throws IOException {
    List<String> ids = features().map(Feature::id).toList();
    assertThat(ids).containsExactlyInAnyOrderElementsOf(allIds());
  }

  /** Of each line the letter with its numbers. */
  private static List<String> allIds() {
    return ALL.lines()
        .flatMap(
            line ->
                Stream.of(line.substring(2).split(" "))
                    .flatMapToInt(FeaturesPageTest::numbers)
                    .mapToObj(number -> line.charAt(0) + "" + number))
        .toList();
  }

  private static IntStream numbers(String range) {
    String[] ends = range.split("-");
    return IntStream.rangeClosed(
        Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("features")
  void a_feature_is_shown_by_tests_that_exist_or_the_page_says_why_not(Feature feature) {
    assertThat(feature.state()).isIn("works", "partly", "not yet", "no");
    assertThat(feature.evidence()).isNotBlank();
    if (feature.state().equals("works")) {
      assertThat(feature.tests())
          .as("tests of %s in mvn verify, without -Pnightly", feature.id())
          .anyMatch(FeaturesPageTest::runsDaily);
    }
    for (Matcher test : feature.tests()) {
      assertThat(source(test.group(1)))
          .as(feature.id() + ": " + test.group())
          .containsPattern("\\b(void|ArchRule) " + test.group(2) + "\\b");
    }
  }

  /** Of the tests that the page names, only those of this module are nightly. */
  private static boolean runsDaily(Matcher test) {
    return SystemTests.all().stream()
        .filter(type -> type.getSimpleName().equals(test.group(1)))
        .noneMatch(
            type ->
                type.isAnnotationPresent(Nightly.class)
                    || SystemTests.nightlyMethods(type).contains(test.group(2)));
  }

  private static String source(String testClass) {
    String file = testClass + ".java";
    try {
      for (Path module : modules()) {
        try (Stream<Path> files = Files.walk(module.resolve("src/test"))) {
          Optional<Path> found = files.filter(path -> path.endsWith(file)).findFirst();
          if (found.isPresent()) {
            return Files.readString(found.get());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("no test class " + testClass);
  }

  private static List<Path> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(module -> ROOT.resolve(module.group(1)))
        .filter(module -> Files.isDirectory(module.resolve("src/test")))
        .toList();
  }
}
