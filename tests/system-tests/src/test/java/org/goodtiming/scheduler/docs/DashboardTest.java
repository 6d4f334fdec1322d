package org.goodtiming.scheduler.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.system.Promtool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard for Grafana queries only metrics that the nodes have. */
class DashboardTest {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final Pattern METRIC =
      Pattern.compile("scheduler_\\w+?(?=_bucket\\b|_sum\\b|_count\\b|\\b)");

  @Test
  void each_metric_is_one_of_the_page() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/monitoring.md"));
    List<String> metrics =
        expressions().stream()
            .flatMap(expression -> METRIC.matcher(expression).results())
            .map(MatchResult::group)
            .distinct()
            .toList();
    assertThat(metrics)
        .hasSizeGreaterThan(15)
        .allSatisfy(metric -> assertThat(page).contains("| `" + metric + "` |"));
  }

  @Test
  void each_metric_is_that_of_the_chosen_installation() throws IOException {
    assertThat(expressions())
        .allSatisfy(
            expression ->
                assertThat(expression.split("\\bscheduler_\\w+", -1))
                    .hasSizeGreaterThan(1)
                    .satisfies(
                        parts ->
                            assertThat(parts)
                                .filteredOn(part -> !part.equals(parts[0]))
                                .allMatch(part -> part.startsWith("{job=\"$job\""))));
  }

  @Test
  void prometheus_reads_each_expression(@TempDir Path directory) throws Exception {
    assumeTrue(Promtool.isInstalled(), Promtool.MISSING);
    String rules =
        expressions().stream()
            .map(DashboardTest::withoutVariables)
            .map(expression -> "  - record: x:y\n    expr: '%s'\n".formatted(expression))
            .collect(Collectors.joining("", "groups:\n- name: dashboard\n  rules:\n", ""));
    Path file = Files.writeString(directory.resolve("rules.yml"), rules);
    Promtool.run(directory, "check", "rules", "--lint=none", file.toString());
  }

  @Test
  void prometheus_reads_the_configuration_of_the_containers(@TempDir Path directory)
      throws Exception {
    assumeTrue(Promtool.isInstalled(), Promtool.MISSING);
    for (String file :
        List.of(
            "deploy/prometheus/prometheus.yml", "deploy/helm/good-timing/scheduler-alerts.yml")) {
      Path source = ROOT.resolve(file);
      Files.copy(source, directory.resolve(source.getFileName()));
    }
    Promtool.run(directory, "check", "config", "prometheus.yml");
  }

  private static String withoutVariables(String expression) {
    return expression.replace("$__rate_interval", "1m").replaceAll("\\$(queue|job)", ".*");
  }

  private static List<String> expressions() throws IOException {
    try (JsonReader reader =
        Json.createReader(
            Files.newBufferedReader(
                ROOT.resolve("deploy/grafana/good-timing.json"), StandardCharsets.UTF_8))) {
      return reader.readObject().getJsonArray("panels").getValuesAs(JsonObject.class).stream()
          .map(panel -> panel.getJsonArray("targets"))
          .filter(targets -> targets != null)
          .flatMap((JsonArray targets) -> targets.getValuesAs(JsonObject.class).stream())
          .map(target -> target.getString("expr"))
          .toList();
    }
  }
}
