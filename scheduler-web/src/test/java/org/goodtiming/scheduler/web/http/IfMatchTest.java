package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.util.Set;
import org.goodtiming.scheduler.operations.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IfMatchTest {

  @Test
  void tags_are_reported_one_by_one() {
    assertThat(IfMatch.read("\"1.2\"").tags()).containsExactly("1.2");
    assertThat(IfMatch.read(" \"a\" , \"b\"").tags()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void a_star_stands_for_any_job_that_waits() {
    assertThat(IfMatch.read("*")).isEqualTo(new Condition(Set.of()));
  }

  @Test
  void without_the_header_no_job_needs_to_wait() {
    assertThat(IfMatch.read(null)).isEqualTo(Condition.NONE);
  }

  @Test
  void what_is_to_be_created_must_not_exist() {
    assertThat(IfMatch.ifNoneMatch("*")).isEqualTo(Condition.ABSENT);
    assertThat(refusal(() -> IfMatch.ifNoneMatch("\"1\"")))
        .isEqualTo("400 SCHED-0927 header If-None-Match is '\"1\"': send *");
  }

  @Test
  void a_weak_tag_matches_nothing() {
    assertThat(IfMatch.read("W/\"1.2\"").tags()).containsExactly("");
    assertThat(IfMatch.read("W/\"1.2\", \"3\"").tags()).containsExactly("3");
  }

  @Test
  void as_many_tags_are_read_as_a_header_can_have() {
    String header = "\"tag\", ".repeat(7_000) + "\"1.2\"";

    assertThat(IfMatch.read(header).tags()).containsExactlyInAnyOrder("tag", "1.2");
    assertThat(IfMatch.parse(header + ",")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a b\"",
        "\"a\0\"",
        "\"a\t\"",
        "\"1\",,\"2\"",
        "",
        "1.2",
        "\"1",
        "\"1\" \"2\"",
        "*, \"1\"",
        "\"1\","
      })
  void an_invalid_list_of_tags_cannot_be_read(String header) {
    assertThat(IfMatch.parse(header)).isEmpty();
  }
}
