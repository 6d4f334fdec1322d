package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.fields;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.json.Json;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserJsonTest {

  @ParameterizedTest
  @EnumSource(Role.class)
  void a_new_user_has_a_name_and_a_role(Role role) {
    assertThat(
            UserJson.newUser(
                fields("{'name': 'jane.doe@example', 'role': '%s'}".formatted(role.label()))))
        .isEqualTo(new UserJson.NewUser("jane.doe@example", role));
  }

  @Test
  void omitted_settings_do_not_change() {
    assertThat(UserJson.settings(fields("{}"))).isEqualTo(new UserJson.Settings(null, null));
    assertThat(UserJson.settings(fields("{'role': 'operator'}")))
        .isEqualTo(new UserJson.Settings(Role.OPERATOR, null));
    assertThat(UserJson.settings(fields("{'locked': false}")))
        .isEqualTo(new UserJson.Settings(null, false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'name': 'a-x', 'role': 'god'}                 | 422 SCHED-0916 field role is god: send one of viewer, submitter, operator, admin
          {'name': 'a-x'}                                | 422 SCHED-0916 field role is absent: send viewer, submitter, operator, admin
          {'role': 'viewer'}                             | 422 SCHED-0916 field name is absent: send the user's name
          {'name': 'a-x', 'role': 'viewer', 'locked': 1} | 422 SCHED-0916 field locked is 1: send only name and role
          """)
  void a_new_user_that_cannot_be_read_is_refused(String json, String refusal) {
    assertThat(refusal(() -> UserJson.newUser(fields(json)))).isEqualTo(refusal);
  }

  @Test
  void all_that_is_wrong_is_reported_at_once() {
    assertThat(refusal(() -> UserJson.newUser(fields("{'name': '-', 'role': 'god', 'locked': 1}"))))
        .isEqualTo(
            "422 SCHED-0916 field locked is 1: send only name and role; '-' is not a user name: a name has up to"
                + " 100 letters, digits, dots, hyphens, underscores and @, and begins with a letter or digit;"
                + " field role is god: send one of viewer, submitter, operator, admin");
    assertThat(refusal(() -> UserJson.settings(fields("{'role': 'god', 'locked': 1}"))))
        .contains("field role is god", "field locked is 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "-a", "@", "a/b", "ä", "a\r\nX-Injected: 1", "<script>"})
  void a_name_has_letters_digits_and_few_signs(String name) {
    JsonFields json =
        new JsonFields(Json.createObjectBuilder().add("name", name).add("role", "viewer").build());

    assertThat(refusal(() -> UserJson.newUser(json)))
        .isEqualTo(
            "422 SCHED-0940 '"
                + name
                + "' is not a user name: a name has up to 100 letters, digits, dots, hyphens, underscores and"
                + " @, and begins with a letter or digit");
  }

  @Test
  void a_name_has_up_to_a_hundred_characters() {
    assertThat(UserJson.isName("x".repeat(100))).isTrue();
    assertThat(UserJson.isName("x".repeat(101))).isFalse();
    assertThat(UserJson.isName("")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'locked': 'no'}   | 422 SCHED-0916 field locked is "no": send true or false
          {'locked': null}   | 422 SCHED-0916 field locked is null: send true or false
          {'password': 'x'}  | 422 SCHED-0916 field password is "x": send only role and locked
          {'role': 'god'}    | 422 SCHED-0916 field role is god: send one of viewer, submitter, operator, admin
          """)
  void settings_that_cannot_be_read_are_refused(String json, String refusal) {
    assertThat(refusal(() -> UserJson.settings(fields(json)))).isEqualTo(refusal);
  }
}
