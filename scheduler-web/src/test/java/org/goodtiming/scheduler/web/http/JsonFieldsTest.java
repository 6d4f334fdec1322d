package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.fields;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldsTest {

  private static final JsonFields EMPTY = fields("{}");

  @Test
  void an_absent_field_is_null() {
    assertThat(EMPTY.text("name")).isNull();
    assertThat(EMPTY.choice("role", List.of("viewer"))).isNull();
    assertThat(EMPTY.moment("dueAt")).isNull();
    assertThat(EMPTY.flag("dryRun")).isNull();
  }

  @Test
  void fields_are_read_by_their_types() {
    JsonFields json =
        fields(
            "{'name': 'ann', 'role': 'viewer', 'dueAt': '2100-01-01T00:00:00Z', 'dryRun': true}");

    assertThat(json.text("name")).isEqualTo("ann");
    assertThat(json.choice("role", List.of("viewer", "admin"))).isEqualTo("viewer");
    assertThat(json.moment("dueAt")).isEqualTo("2100-01-01T00:00:00Z");
    assertThat(json.flag("dryRun")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "null", "true", "[]", "{}", "\"\"", "\"a\\u0000\""})
  void a_text_is_not_empty_and_can_be_stored(String value) {
    assertThat(refusal(() -> fields("{\"queue\": " + value + "}").text("queue")))
        .startsWith("422 SCHED-0916 field queue is ")
        .endsWith(": send text without NUL");
  }

  @Test
  void a_choice_names_all_choices() {
    assertThat(refusal(() -> fields("{'role': 'god'}").choice("role", List.of("viewer", "admin"))))
        .isEqualTo("422 SCHED-0916 field role is god: send one of viewer, admin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"no\"", "null", "[]"})
  void a_flag_is_true_or_false(String value) {
    assertThat(refusal(() -> fields("{\"locked\": " + value + "}").flag("locked")))
        .isEqualTo("422 SCHED-0916 field locked is " + value + ": send true or false");
  }

  @Test
  void a_required_field_must_not_be_absent() {
    assertThat(EMPTY.required("name", "ann", "a name")).isEqualTo("ann");
    assertThat(refusal(() -> EMPTY.required("name", null, "a name")))
        .isEqualTo("422 SCHED-0916 field name is absent: send a name");
  }

  @Test
  void an_unknown_field_is_refused() {
    JsonFields json = fields("{'name': 'ann', 'colour': 'red'}");

    json.checkKnown(Set.of("name", "colour"), "anything");
    assertThat(refusal(() -> json.checkKnown(Set.of("name"), "only name")))
        .isEqualTo("422 SCHED-0916 field colour is \"red\": send only name");
    assertThat(refusal(() -> json.checkKnown(Set.of(), "none")))
        .isEqualTo("422 SCHED-0916 field colour, name is \"red\", \"ann\": send none");
  }
}
