package org.goodtiming.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.SourceFiles;
import org.junit.jupiter.api.Test;

/**
 * A value in parentheses after a setting, such as `scheduler.lease.failover` (`PT5S`), is its
 * default value on every page; that of a setting of the broker stands in broker.xml.
 */
class QuotedDefaultsTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern QUOTED = Pattern.compile("`([a-z][a-z.-]+)` \\(`(?!SCHED-)([^`]+)`");
  private static final Pattern BROKER_SETTING = Pattern.compile("<([a-z-]+)>([^<]+)</\\1>");

  @Test
  void each_quoted_value_is_the_default() throws IOException {
    Map<String, Set<String>> values = values();
    List<MatchResult> quoted =
        pages().stream()
            .flatMap(page -> QUOTED.matcher(page).results())
            .filter(
                each -> each.group(1).startsWith("scheduler.") || values.containsKey(each.group(1)))
            .toList();

    assertThat(quoted).hasSizeGreaterThan(15);
    assertThat(quoted)
        .filteredOn(each -> !values.getOrDefault(each.group(1), Set.of()).contains(each.group(2)))
        .extracting(MatchResult::group)
        .isEmpty();
  }

  /** Of what is called like a setting, such as scheduler.lease.holder. */
  @Test
  void each_setting_that_a_page_names_exists() throws IOException {
    List<String> settings =
        ConfigurationPageTest.settings().stream().map(ConfigurationPageTest.Setting::name).toList();
    String groups =
        settings.stream()
            .map(name -> name.split("\\.")[1])
            .distinct()
            .collect(Collectors.joining("|"));
    Pattern named = Pattern.compile("`(scheduler\\.(?:" + groups + ")\\.[a-z.-]+)`");

    assertThat(pages())
        .flatMap(page -> named.matcher(page).results().map(each -> each.group(1)).toList())
        .hasSizeGreaterThan(100)
        .isSubsetOf(settings);
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

  private static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(List.of(Files.readString(ROOT.resolve("README.md"))));
    for (Path page : SourceFiles.under(ROOT.resolve("docs"), ".md")) {
      pages.add(Files.readString(page));
    }
    return pages;
  }
}
