package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Relative links of the documentation lead to files and headings that exist, in a clone and in the
 * archive of a release.
 */
class LinksTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern LINK =
      Pattern.compile("]\\((?!\\w+:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  static Stream<Path> pages() {
    return Stream.concat(
        Stream.of(
                "README.md",
                "CONTRIBUTING.md",
                "CHANGELOG.md",
                "libraries/scheduler-recurrence/README.md")
            .map(ROOT::resolve),
        Stream.of(
                "docs",
                "tests/benchmarks/docs",
                "tests/benchmarks/results",
                "tests/fault-suite/docs",
                "tests/system-tests/docs")
            .flatMap(LinksTest::pages));
  }

  private static Stream<Path> pages(String directory) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(directory))) {
      return files.filter(file -> file.toString().endsWith(".md")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void each_relative_link_leads_somewhere(Path page) throws IOException {
    checkLinks(page);
  }

  @Test
  void each_page_is_at_most_two_clicks_from_the_readme() throws IOException {
    Set<Path> reached = new HashSet<>(targets(ROOT.resolve("README.md")));
    for (Path page : List.copyOf(reached)) {
      reached.addAll(page.toString().endsWith(".md") ? targets(page) : List.of());
    }

    assertThat(pages("docs").filter(page -> !page.startsWith(ROOT.resolve("docs/adr"))))
        .hasSizeGreaterThan(20)
        .isSubsetOf(reached);
  }

  private static List<Path> targets(Path page) throws IOException {
    return LINK.matcher(text(page))
        .results()
        .map(link -> page.resolveSibling(link.group(1)).normalize())
        .toList();
  }

  @Test
  void each_relative_link_in_the_release_leads_somewhere(@TempDir Path archive) throws Exception {
    ReleaseArchive.unpack(ROOT.resolve("tools/release/assembly.xml"), archive);

    List<Path> pages;
    try (Stream<Path> files = Files.walk(archive)) {
      pages = files.filter(file -> file.toString().endsWith(".md")).toList();
    }
    assertThat(pages).hasSizeGreaterThan(30).contains(archive.resolve("README.md"));
    for (Path page : pages) {
      checkLinks(page);
    }
  }

  @Test
  void the_index_has_each_decision_with_its_title() throws IOException {
    List<String> records = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(ROOT.resolve("docs/adr"), "[0-9]*.md")) {
      for (Path file : files) {
        String[] heading = Files.readAllLines(file).get(0).substring(2).split(": ", 2);
        records.add("- [%s](%s): %s".formatted(heading[0], file.getFileName(), heading[1]));
      }
    }

    assertThat(Files.readAllLines(ROOT.resolve("docs/adr/README.md")))
        .filteredOn(line -> line.startsWith("- "))
        .containsExactlyInAnyOrderElementsOf(records);
  }

  private static void checkLinks(Path page) throws IOException {
    for (MatchResult link : LINK.matcher(text(page)).results().toList()) {
      Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
      assertThat(target).as("%s in %s", link.group(), page).exists();
      if (link.group(2) != null) {
        assertThat(anchors(target)).as("%s in %s", link.group(), page).contains(link.group(2));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void each_code_block_ends_before_the_next_one_begins(Path page) throws IOException {
    for (MatchResult block : CODE_BLOCK.matcher(Files.readString(page)).results().toList()) {
      assertThat(block.group().split("```", -1)).as("block of %s: its fences", page).hasSize(3);
    }
    assertThat(text(page)).as("%s without its code blocks", page).doesNotContain("```");
  }

  private static String text(Path page) throws IOException {
    return CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
  }

  /** As GitHub makes them of headings. */
  private static List<String> anchors(Path page) throws IOException {
    return HEADING.matcher(text(page)).results().map(heading -> anchor(heading.group(1))).toList();
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
  }
}
