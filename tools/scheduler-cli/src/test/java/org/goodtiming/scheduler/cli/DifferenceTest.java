package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class DifferenceTest {

  @Test
  void the_order_of_members_is_no_difference() {
    assertThat(lines("{'a': 1, 'b': {'c': [1, 2]}}", "{'b': {'c': [1, 2]}, 'a': 1}")).isEmpty();
    assertThat(lines("{'a': null}", "{}")).isEmpty();
  }

  @Test
  void members_that_changed_came_or_went_are_shown_in_order() {
    assertThat(
            lines(
                "{'recurrence': 'every PT1H', 'priority': 4, 'properties': {'x_a': '1', 'x_b': 2}}",
                "{'recurrence': 'every PT2H', 'tracked': true, 'properties': {'x_b': '2'}}"))
        .containsExactly(
            "- priority: 4",
            "- properties.x_a: 1",
            "- properties.x_b: 2",
            "+ properties.x_b: 2",
            "- recurrence: every PT1H",
            "+ recurrence: every PT2H",
            "+ tracked: true");
  }

  @Test
  void a_value_cannot_control_the_terminal() {
    assertThat(lines("{}", "{'body': 'a\\u001b[2Jb'}")).containsExactly("+ body: a\\u001b[2Jb");
  }

  @Test
  void a_program_gets_both_values() {
    assertThat(Difference.between(json("{'a': 1}"), json("{'b': 'x'}")))
        .extracting(each -> each.json().toString())
        .containsExactly(
            "{\"member\":\"a\",\"stored\":1,\"file\":null}",
            "{\"member\":\"b\",\"stored\":null,\"file\":\"x\"}");
  }

  private static List<String> lines(String stored, String file) {
    return Difference.between(json(stored), json(file)).stream()
        .flatMap(each -> each.lines().stream())
        .toList();
  }

  private static JsonObject json(String text) {
    return Members.parse(text.replace('\'', '"')).asJsonObject();
  }
}
