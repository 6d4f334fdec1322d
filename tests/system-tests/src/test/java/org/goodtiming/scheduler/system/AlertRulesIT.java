package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** The alert rules for Prometheus, and what they tell the person on call to do. */
class AlertRulesIT {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final Path RULES = ROOT.resolve("deploy/helm/good-timing/scheduler-alerts.yml");
  private static final Pattern METRIC = Pattern.compile("scheduler_\\w+?(?=_bucket\\b|\\b)");
  private static final Pattern QUERY = Pattern.compile("SELECT .+? FROM .+?(?=: |, and |$)");

  private final SystemStack stack = SystemStack.shared();

  record Rule(String name, String expression, String severity, String action) {

    static Rule of(Map<String, Object> rule) {
      Map<?, ?> labels = (Map<?, ?>) rule.get("labels");
      Map<?, ?> annotations = (Map<?, ?>) rule.get("annotations");
      return new Rule(
          (String) rule.get("alert"),
          (String) rule.get("expr"),
          (String) labels.get("severity"),
          (String) annotations.get("action"));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Rule> rules() throws IOException {
    try (Reader reader = Files.newBufferedReader(RULES)) {
      Map<String, List<Map<String, List<Map<String, Object>>>>> file = new Yaml().load(reader);
      return file.get("groups").get(0).get("rules").stream().map(Rule::of);
    }
  }

  @ParameterizedTest
  @MethodSource("rules")
  void a_rule_uses_metrics_of_the_page_and_says_what_to_do(Rule rule) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/monitoring.md"));
    assertThat(page).contains("| `%s` | %s |".formatted(rule.name(), rule.severity()));
    assertThat(METRIC.matcher(rule.expression()).results().map(MatchResult::group))
        .allSatisfy(metric -> assertThat(page).contains("| `" + metric + "` |"));
    assertThat(rule.severity()).isIn("page", "ticket");
    assertThat(rule.action()).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void queries_for_the_person_on_call_are_answered(Rule rule) {
    Sql reader = new Sql(stack.database().dataSource(DatabaseUser.READER));
    QUERY.matcher(rule.action()).results().map(MatchResult::group).forEach(reader::values);
  }

  /** An expression that is wrong raises no alert, or too many. */
  @Test
  void rules_raise_the_alerts_that_they_should() throws Exception {
    assumeTrue(Promtool.isInstalled(), Promtool.MISSING);
    Promtool.run(ROOT.resolve("deploy/prometheus"), "test", "rules", "scheduler-alerts-test.yml");
  }
}
