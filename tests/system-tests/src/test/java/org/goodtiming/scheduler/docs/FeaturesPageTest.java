package org.goodtiming.scheduler.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/features.md says of a feature is shown by tests that exist and run daily. */
class FeaturesPageTest {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final Pattern WORKS = Pattern.compile("- ([A-Z]\\d+): .+");
  private static final Pattern IS_MISSING =
      Pattern.compile("\\| ([A-Z]\\d+) \\| [^|]+ \\| (?:partly|not yet|no) \\| [^|]+ \\|");
  private static final Pattern TESTS_ROW =
      Pattern.compile("\\| ([A-Z]\\d+) \\|([^|]*)\\|([^|]*)\\|");
  private static final Pattern TEST = Pattern.compile("`(\\w+)(?:\\.(\\w+))?`");

  /** What the page must have a line for; the other numbers were given up. */
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
      B 1-26
      O 1-16
      """;

  private static final Map<String, Tests> TESTS = tests();

  record Feature(String id, boolean works) {

    private Tests shownBy() {
      return TESTS.getOrDefault(id, Tests.NONE);
    }
  }

  private record Tests(List<NamedTest> daily, List<NamedTest> nightly) {

    private static final Tests NONE = new Tests(List.of(), List.of());

    private static Tests of(MatchResult row) {
      return new Tests(named(row.group(2)), named(row.group(3)));
    }

    private static List<NamedTest> named(String cell) {
      return TEST.matcher(cell)
          .results()
          .map(test -> new NamedTest(test.group(1), test.group(2)))
          .toList();
    }
  }

  static Stream<Feature> features() throws IOException {
    return Stream.concat(
        rows("docs/features.md", WORKS).map(line -> new Feature(line.group(1), true)),
        rows("docs/features.md", IS_MISSING).map(row -> new Feature(row.group(1), false)));
  }

  private static Map<String, Tests> tests() {
    try {
      return rows("tests/system-tests/docs/features-tests.md", TESTS_ROW)
          .collect(Collectors.toMap(row -> row.group(1), Tests::of));
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Stream<MatchResult> rows(String page, Pattern row) throws IOException {
    return Files.readAllLines(ROOT.resolve(page)).stream()
        .map(row::matcher)
        .filter(Matcher::matches)
        .map(Function.identity());
  }

  @Test
  void each_feature_has_one_line() throws IOException {
    List<String> ids = features().map(Feature::id).toList();
    assertThat(ids).containsExactlyInAnyOrderElementsOf(allIds());
    assertThat(ids).containsAll(TESTS.keySet());
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
    if (feature.works()) {
      assertThat(feature.shownBy().daily()).as("tests of mvn verify").isNotEmpty();
    }
    assertThat(feature.shownBy().daily())
        .allSatisfy(test -> assertThat(test.isNightly()).as("only nightly: %s", test).isFalse());
    assertThat(feature.shownBy().nightly())
        .allSatisfy(test -> assertThat(test.isNightly()).as("only nightly: %s", test).isTrue());
  }
}
