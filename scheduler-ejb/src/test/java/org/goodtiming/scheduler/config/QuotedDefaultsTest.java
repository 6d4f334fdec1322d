package org.goodtiming.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A value in parentheses after a setting, such as `scheduler.lease.failover` (`PT5S`), is its
 * default value on every page; that of a setting of the broker stands in broker.xml.
 */
class QuotedDefaultsTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern QUOTED = Pattern.compile("`([a-z][a-z.-]+)` \\(`([P\\d][^`]*)`");
  private static final Pattern BROKER_SETTING = Pattern.compile("<([a-z-]+)>([^<]+)</\\1>");

  @Test
  void each_quoted_value_is_the_default() throws IOException {
    Map<String, Set<String>> values = values();
    List<MatchResult> quoted = quoted(values);
    assertThat(quoted)
        .hasSizeGreaterThan(15)
        .allSatisfy(each -> assertThat(values.get(each.group(1))).contains(each.group(2)));
  }

  private static Map<String, Set<String>> values() throws IOException {
    Map<String, Set<String>> values = new HashMap<>();
    ConfigurationPageTest.settings()
        .forEach(each -> values.put(each.name(), Set.of(each.defaultValue())));
    String broker = Files.readString(ROOT.resolve("tools/scheduler-dev/artemis/broker.xml"));
    BROKER_SETTING
        .matcher(broker)
        .results()
        .forEach(
            each ->
                values
                    .computeIfAbsent(each.group(1), name -> new TreeSet<>())
                    .add(each.group(2).strip()));
    return values;
  }

  private static List<MatchResult> quoted(Map<String, Set<String>> values) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      List<Path> pages = files.filter(file -> file.toString().endsWith(".md")).toList();
      return Stream.concat(pages.stream(), Stream.of(ROOT.resolve("README.md")))
          .flatMap(page -> QUOTED.matcher(text(page)).results())
          .filter(each -> values.containsKey(each.group(1)))
          .toList();
    }
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
