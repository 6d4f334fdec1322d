package org.goodtiming.scheduler.benchmarks.scenario;

import static java.util.stream.Collectors.joining;

import java.util.List;

/**
 * The result of a scenario.
 *
 * @param intro describes the measurement in a sentence or two
 * @param conditions time, method and machine of the measurement, a line each
 */
record ScenarioReport(String title, String intro, List<String> conditions, List<TextTable> tables) {

  String markdown() {
    return """
        # %s

        %s

        %s

        %s"""
        .formatted(
            title,
            intro,
            conditions.stream().map(line -> "- " + line).collect(joining("\n")),
            tables.stream().map(TextTable::markdown).collect(joining("\n")));
  }
}
