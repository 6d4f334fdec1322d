package org.goodtiming.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/architecture.md names all modules and packages, and no type that does not exist. */
class ArchitecturePageTest {

  private static final Path ROOT = Path.of("..");
  private static final String PACKAGES = "src/main/java/org/goodtiming/scheduler";

  private static final Pattern MODULE = Pattern.compile("<module>([\\w/-]+)</module>");
  private static final Pattern TYPE_NAME = Pattern.compile("`([A-Z][a-z]+(?:[A-Z][A-Za-z]*)+)`");
  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w*)");

  private static final Pattern DECISION = Pattern.compile("(?:ADR |docs/adr/)(\\d{4})\\b");

  @Test
  void each_module_has_a_row() throws IOException {
    List<String> modules = all(MODULE, Files.readString(ROOT.resolve("pom.xml")));

    assertThat(modules).hasSizeGreaterThan(10);
    assertThat(firstCells(section("Modules")))
        .containsAll(
            modules.stream().map(module -> Path.of(module).getFileName().toString()).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scheduler-ejb/" + PACKAGES,
        "storeys/scheduler-core/" + PACKAGES,
        "storeys/scheduler-core/" + PACKAGES + "/job",
        "storeys/scheduler-work/" + PACKAGES,
        "storeys/scheduler-work/" + PACKAGES + "/job",
        "storeys/scheduler-work/" + PACKAGES + "/execution",
        "storeys/scheduler-operations/" + PACKAGES,
        "storeys/scheduler-operations/" + PACKAGES + "/job",
        "storeys/scheduler-operations/" + PACKAGES + "/operations",
        "scheduler-web/" + PACKAGES + "/web"
      })
  void each_package_has_a_row(String parent) throws IOException {
    try (Stream<Path> packages = Files.list(ROOT.resolve(parent)).filter(Files::isDirectory)) {
      assertThat(packages.map(each -> each.getFileName().toString()).toList())
          .isNotEmpty()
          .isSubsetOf(firstCells(page()));
    }
  }

  @Test
  void each_type_that_is_named_exists() throws IOException {
    Set<String> types = new HashSet<>();
    for (Path sources : sources()) {
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          types.addAll(all(TYPE, Files.readString(file)));
        }
      }
    }

    assertThat(types).containsAll(new TreeSet<>(all(TYPE_NAME, page())));
  }

  @Test
  void each_decision_that_the_sources_cite_is_kept() throws IOException {
    Set<String> kept = new TreeSet<>();
    for (Path record : SourceFiles.under(ROOT.resolve("docs/adr"), ".md")) {
      kept.add(record.getFileName().toString().substring(0, 4));
    }
    Set<String> cited = new TreeSet<>();
    SourceFiles.ofProject(ROOT).stream()
        .filter(file -> file.toString().matches(".*[.](java|xml|sql|cli|asadmin)"))
        .forEach(file -> cited.addAll(all(DECISION, SourceFiles.text(file))));

    assertThat(cited).hasSizeGreaterThan(20).isSubsetOf(kept);
  }

  private static List<Path> sources() throws IOException {
    return all(MODULE, Files.readString(ROOT.resolve("pom.xml"))).stream()
        .map(module -> ROOT.resolve(module).resolve("src"))
        .filter(Files::isDirectory)
        .toList();
  }

  /** All names in the first column of tables. */
  private static Set<String> firstCells(String text) {
    Set<String> cells = new TreeSet<>();
    text.lines()
        .filter(line -> line.startsWith("| `"))
        .forEach(line -> cells.addAll(all(Pattern.compile("`([\\w-]+)`"), line.split("\\|")[1])));
    return cells;
  }

  private static String section(String title) throws IOException {
    String begin = "\n## " + title + "\n";
    int start = page().indexOf(begin) + begin.length();
    return page().substring(start, page().indexOf("\n## ", start));
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
  }

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs/architecture.md"));
  }
}
