package org.goodtiming.scheduler.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.goodtiming.scheduler.system.NotOn;
import org.goodtiming.scheduler.system.SystemTests;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/servers.md says of each server on which .ci/run runs the contract what is missing there. */
class ServersPageTest {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final String SLICE = "server=";

  static Stream<String> servers() throws IOException {
    return Files.readAllLines(ROOT.resolve(".ci/nightly-slices")).stream()
        .filter(line -> line.contains(SLICE))
        .map(line -> line.substring(line.indexOf(SLICE) + SLICE.length()))
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void a_server_has_a_row_with_its_version_and_what_is_missing(String server) throws IOException {
    String missing =
        SystemTests.onAnyServer().stream()
            .flatMap(test -> missingOn(server, test).stream())
            .distinct()
            .sorted()
            .collect(joining("; "));
    String row =
        "\\| `%s` \\| %s \\| .+ \\| .+ \\| \\d+ of \\d+ \\| %s \\|"
            .formatted(server, versions(server), Pattern.quote(missing));
    assertThat(Files.readAllLines(ROOT.resolve("docs/servers.md")))
        .as(row)
        .anyMatch(line -> line.matches(row));
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
