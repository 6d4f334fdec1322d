package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.dev.ServerNode;

/** Reads the text format of Prometheus, version 0.0.4, and fails at what breaks its rules. */
final class PrometheusText {

  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"";
  private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") .*");
  private static final Pattern TYPE =
      Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram|summary|untyped)");
  private static final Pattern SAMPLE =
      Pattern.compile("(" + NAME + ")(\\{" + LABEL + "(?:," + LABEL + ")*,?\\})? (\\S+)( -?\\d+)?");
  private static final List<String> PARTS = List.of("_bucket", "_sum", "_count");

  /** By name and labels, as they stand there. */
  private final Map<String, Double> samples = new LinkedHashMap<>();

  private final Map<String, String> types = new HashMap<>();
  private final Set<String> ended = new HashSet<>();
  private String current = "";

  PrometheusText(String text) {
    assertThat(text).as("the last line ends").endsWith("\n");
    text.lines().forEach(this::read);
    buckets().forEach(PrometheusText::assertCumulative);
  }

  /** What the node says now. */
  static PrometheusText of(ServerNode node) {
    return new PrometheusText(body(node));
  }

  /** By HTTP 1.1, as Prometheus asks: of the upgrades to HTTP 2 one was never answered. */
  static String body(ServerNode node) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.url() + "/scheduler/metrics"))
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    try {
      var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type").orElse("").replace(" ", ""))
          .isEqualToIgnoringCase("text/plain;version=0.0.4;charset=utf-8");
      return answer.body();
    } catch (Exception e) {
      throw new IllegalStateException("metrics of " + node.name(), e);
    }
  }

  String type(String name) {
    return types.get(name);
  }

  /** The sum of all samples of a name that have all of these labels. */
  double sum(String name, String... labels) {
    return samples.entrySet().stream()
        .filter(sample -> sample.getKey().replaceAll("\\{.*", "").equals(name))
        .filter(sample -> List.of(labels).stream().allMatch(sample.getKey()::contains))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private void read(String line) {
    Matcher type = TYPE.matcher(line);
    Matcher sample = SAMPLE.matcher(line);
    if (type.matches()) {
      begin(type.group(1));
      assertThat(types.put(type.group(1), type.group(2))).as("one type: %s", line).isNull();
    } else if (sample.matches()) {
      begin(family(sample.group(1)));
      String key = sample.group(1) + (sample.group(2) == null ? "" : sample.group(2));
      assertThat(samples.put(key, value(sample.group(3)))).as("one sample: %s", line).isNull();
    } else {
      Matcher help = HELP.matcher(line);
      assertThat(help.matches()).as("a line of the format: %s", line).isTrue();
      begin(help.group(1));
    }
  }

  /** All lines of a metric stand together. */
  private void begin(String family) {
    if (!family.equals(current)) {
      ended.add(current);
      assertThat(ended).as("metrics that have ended").doesNotContain(family);
      current = family;
    }
  }

  private String family(String name) {
    for (String part : PARTS) {
      String family = name.replaceFirst(part + "$", "");
      if (!family.equals(name) && "histogram".equals(types.get(family))) {
        return family;
      }
    }
    assertThat(types).as("the type stands before the samples").containsKey(name);
    return name;
  }

  private static double value(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  /** The counts of each histogram, from its lowest bucket up. */
  private Map<String, List<Double>> buckets() {
    Map<String, List<Double>> buckets = new LinkedHashMap<>();
    samples.forEach(
        (key, value) -> {
          if (key.contains("_bucket{")) {
            String histogram = key.replaceFirst(",?le=\"[^\"]*\"", "");
            buckets.computeIfAbsent(histogram, each -> new ArrayList<>()).add(value);
          }
        });
    buckets.forEach(
        (histogram, counts) -> {
          String count = histogram.replace("_bucket{", "_count{").replace("{}", "");
          assertThat(counts.get(counts.size() - 1))
              .as("the last bucket of %s", histogram)
              .isEqualTo(samples.get(count));
        });
    return buckets;
  }

  private static void assertCumulative(String histogram, List<Double> counts) {
    assertThat(counts).as("buckets of %s", histogram).isSorted();
  }
}
