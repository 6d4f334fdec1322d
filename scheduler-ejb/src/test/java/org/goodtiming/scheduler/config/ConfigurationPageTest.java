package org.goodtiming.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/configuration.md lists the settings of the code, their default values and ranges. */
class ConfigurationPageTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| `((?:scheduler|otel)\\.[a-z.-]+)` \\| (none|must be set|`[^`]+`) \\| (?:(.+) )?\\| .+ \\|$");

  private static final Pattern RANGE = Pattern.compile("(more than )?(.+?)(?: or more| to (.+))?");
  private static final Pattern SIZE = Pattern.compile("(\\d+) (byte|MiB)");
  private static final Pattern VARIABLE = Pattern.compile("`(SCHEDULER_[A-Z_]+)`");
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{ENV\\\\?=(SCHEDULER_[A-Z_]+)}");

  private static final String NODE = "scheduler.node.name";

  /** The only setting that is read outside the config records, by the web module. */
  private static final String FIRST_PASSWORD = "scheduler.rest.admin-password";

  private static final Set<String> WITHOUT_DEFAULT =
      Set.of(
          "scheduler.broker.host",
          "scheduler.lease.partition",
          "scheduler.rest.bearer.issuer",
          "scheduler.rest.bearer.audience",
          "scheduler.rest.bearer.public-key",
          "scheduler.rest.bearer.jwks-url",
          "scheduler.rest.token.roles",
          "scheduler.rest.token.grants",
          "scheduler.rest.oidc.issuer",
          "scheduler.rest.oidc.client-id",
          "scheduler.rest.oidc.client-secret",
          "scheduler.rest.token.ca-file",
          "scheduler.rest.trusted-proxies",
          "scheduler.redaction.properties",
          "scheduler.webhook.secrets",
          "scheduler.webhook.hosts",
          "scheduler.webhook.private-networks",
          "scheduler.webhook.ca-file",
          "scheduler.target.secrets",
          "scheduler.target.hosts",
          "scheduler.target.private-networks",
          "scheduler.target.ca-file",
          "scheduler.encryption.keys",
          "scheduler.encryption.keys-file",
          "scheduler.otlp.endpoint",
          "otel.exporter.otlp.endpoint");

  record Setting(String name, String defaultValue, String range) {

    private static Setting of(MatchResult row) {
      return new Setting(
          row.group(1),
          row.group(2).replace("`", ""),
          row.group(3) == null ? "" : row.group(3).replace("`", ""));
    }

    private boolean isDuration() {
      return defaultValue.matches("PT?\\d.*");
    }

    private boolean isNumber() {
      return defaultValue.matches("\\d+");
    }

    private boolean accepts(String value) {
      try {
        config(Map.of(name, value));
        return true;
      } catch (InvalidSettingsException e) {
        return !e.getMessage().contains(name + " is ");
      }
    }

    private String next(String value, int step) {
      return isNumber()
          ? String.valueOf(Long.parseLong(value) + step)
          : Duration.parse(value).plusNanos(step).toString();
    }
  }

  static List<Setting> settings() throws IOException {
    return ROW.matcher(page()).results().map(Setting::of).toList();
  }

  static Stream<Setting> settingsOfRecords() throws IOException {
    return settings().stream().filter(each -> !each.name().equals(FIRST_PASSWORD));
  }

  @Test
  void the_page_has_each_setting_once_and_no_other() throws IOException {
    Set<String> read = new TreeSet<>(Set.of(FIRST_PASSWORD));
    SchedulerConfig.from(
        name -> {
          read.add(name);
          return Optional.of("node1").filter(value -> name.equals(NODE));
        });

    assertThat(settings()).extracting(Setting::name).containsExactlyInAnyOrderElementsOf(read);
  }

  @ParameterizedTest
  @MethodSource("settingsOfRecords")
  void the_default_value_is_that_of_the_page(Setting setting) {
    switch (setting.defaultValue()) {
      case "must be set" ->
          assertThatThrownBy(() -> config(Map.of(setting.name(), "")))
              .hasMessageContaining("SCHED-0401 " + setting.name());
      case "none" -> assertThat(WITHOUT_DEFAULT).contains(setting.name());
      default ->
          assertThat(config(Map.of(setting.name(), setting.defaultValue())))
              .isEqualTo(config(Map.of()));
    }
  }

  @Test
  void each_number_and_duration_has_a_range() throws IOException {
    assertThat(settings())
        .allMatch(each -> each.range().isEmpty() != (each.isNumber() || each.isDuration()))
        .filteredOn(each -> each.name().endsWith("-bytes"))
        .isNotEmpty()
        .allMatch(each -> each.range().matches(".*\\d (byte|MiB)\\b.*"));
  }

  static Stream<Setting> settingsWithRange() throws IOException {
    return settings().stream().filter(each -> !each.range().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("settingsWithRange")
  void the_range_is_that_of_the_page(Setting setting) {
    Matcher range = RANGE.matcher(setting.range());
    assertThat(range.matches()).isTrue();
    String least = value(range.group(2));
    if (range.group(1) != null) {
      least = setting.next(least, 1);
    }

    assertThat(least).matches(setting::accepts).matches(each -> refused(setting, each, -1));
    if (range.group(3) == null) {
      assertThat(setting.isNumber() ? String.valueOf(Integer.MAX_VALUE) : "P100000D")
          .matches(setting::accepts);
    } else {
      assertThat(value(range.group(3)))
          .matches(setting::accepts)
          .matches(each -> refused(setting, each, 1));
    }
  }

  private static boolean refused(Setting setting, String limit, int step) {
    return !setting.accepts(setting.next(limit, step));
  }

  private static String value(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      return text;
    }
    int unit = size.group(2).equals("MiB") ? 1024 * 1024 : 1;
    return String.valueOf(Integer.parseInt(size.group(1)) * unit);
  }

  @Test
  void the_first_password_is_read_by_the_name_of_the_page() throws IOException {
    Path reader =
        ROOT.resolve(
            "scheduler-web/src/main/java/org/goodtiming/scheduler/web/login/ApiUserStore.java");
    assertThat(Files.readString(reader)).contains('"' + FIRST_PASSWORD + '"');
  }

  @Test
  void the_page_has_each_variable_of_the_servers_configuration() throws IOException {
    Path server = ROOT.resolve("servers/payara");
    String commands =
        Files.readString(server.resolve("pre-boot.asadmin"))
            + Files.readString(server.resolve("post-boot.asadmin"));
    String table = page().substring(page().indexOf("| variable |"));

    assertThat(names(VARIABLE, table)).isEqualTo(names(REFERENCE, commands));
  }

  private static Set<String> names(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static SchedulerConfig config(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(Map.of(NODE, "node1"));
    all.putAll(settings);
    return SchedulerConfig.from(name -> Optional.ofNullable(all.get(name)));
  }

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs/configuration.md"));
  }
}
