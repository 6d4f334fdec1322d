package org.goodtiming.scheduler.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.goodtiming.scheduler.system.ContractResults;
import org.goodtiming.scheduler.system.NotOn;
import org.goodtiming.scheduler.system.SystemTests;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * docs/servers.md has versions from the build, what is missing from the tests, and how many have
 * passed from {@link ContractResults}.
 */
class ServersPageTest {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final List<Method> CONTRACT = SystemTests.onAnyServer();
  private static final Pattern ROW =
      Pattern.compile(
          "\\| `([\\w,]+)` \\| ([^|]+) \\| [^|]+ \\| [^|]+"
              + " \\| (?:(\\d+) of (\\d+)|none[^|]*) \\| ([^|]*)\\|");

  /**
   * @param passed null if no test has run there
   */
  record Row(
      String server,
      String versions,
      @Nullable String passed,
      @Nullable String all,
      String missing) {

    private static Row of(MatchResult row) {
      return new Row(row.group(1), row.group(2), row.group(3), row.group(4), row.group(5).strip());
    }
  }

  static List<Row> rows() throws IOException {
    return ROW.matcher(Files.readString(ROOT.resolve("docs/servers.md")))
        .results()
        .map(Row::of)
        .toList();
  }

  @Test
  void each_server_of_a_nightly_slice_has_a_row() throws IOException {
    assertThat(rows().stream().map(Row::server))
        .containsAll(
            Files.readAllLines(ROOT.resolve(".ci/nightly-slices")).stream()
                .filter(line -> line.contains("server="))
                .map(line -> line.replaceFirst(".*server=", ""))
                .toList())
        .contains("payara", "liberty");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void a_row_has_versions_what_is_missing_and_the_tests_that_have_passed(Row row)
      throws IOException {
    assertThat(row.versions()).isEqualTo(versions(row.server()));
    Path results = ContractResults.kept(ROOT, row.server());
    assertThat(Files.exists(results)).as("%s", results).isEqualTo(row.passed() != null);
    if (row.passed() == null) {
      return;
    }
    assertThat(row.missing())
        .isEqualTo(
            CONTRACT.stream()
                .flatMap(test -> missingOn(row.server(), test).stream())
                .distinct()
                .sorted()
                .collect(joining("; ")));
    List<String> passed = Files.readAllLines(results);
    assertThat(passed)
        .doesNotHaveDuplicates()
        .isSubsetOf(
            CONTRACT.stream()
                .filter(test -> missingOn(row.server(), test).isEmpty())
                .map(test -> test.getDeclaringClass().getSimpleName() + "." + test.getName())
                .toList());
    assertThat(row.passed())
        .as("lines of %s, which a run writes to target/contract", results)
        .isEqualTo(Integer.toString(passed.size()));
    assertThat(row.all()).isEqualTo(Integer.toString(CONTRACT.size()));
  }

  /** Of the test or its class. */
  private static Optional<String> missingOn(String server, Method test) {
    return Stream.of(test, test.getDeclaringClass())
        .flatMap(element -> Optional.ofNullable(element.getAnnotation(NotOn.class)).stream())
        .filter(
            not -> List.of(not.servers()).stream().anyMatch(List.of(server.split(","))::contains))
        .map(NotOn::because)
        .findFirst();
  }

  /** In the order of the cluster's nodes. */
  private static String versions(String server) throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    return Stream.of(server.split(",")).map(name -> version(pom, name)).collect(joining(", "));
  }

  private static String version(String pom, String name) {
    Matcher version = Pattern.compile("<%s.version>(.+)</".formatted(name)).matcher(pom);
    assertThat(version.find()).as(name).isTrue();
    return version.group(1);
  }
}
