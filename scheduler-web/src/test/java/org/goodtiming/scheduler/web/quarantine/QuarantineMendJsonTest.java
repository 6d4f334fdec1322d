package org.goodtiming.scheduler.web.quarantine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.fields;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import org.goodtiming.scheduler.operations.quarantine.QuarantineMend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuarantineMendJsonTest {

  @Test
  void each_part_of_a_message_may_be_changed() {
    QuarantineMend mend =
        QuarantineMendJson.read(
            fields(
                "{'queue': 'order-check', 'properties': {'a': null, 'b': 1, 'c': true}, 'body': 'x'}"));

    assertThat(mend.queue()).isEqualTo("order-check");
    assertThat(mend.properties()).hasToString("{\"a\":null,\"b\":1,\"c\":true}");
    assertThat(mend.body().isText()).isTrue();
    assertThat(mend.body().bytes()).isEqualTo("x".getBytes(UTF_8));
  }

  @Test
  void omitted_parts_do_not_change() {
    QuarantineMend mend = QuarantineMendJson.read(fields("{'queue': 'order-check', 'body': null}"));

    assertThat(mend.properties()).isNull();
    assertThat(mend.body()).isNull();
  }

  @Test
  void a_body_that_is_no_string_is_kept_as_its_json() {
    QuarantineMend mend = QuarantineMendJson.read(fields("{'body': {'order': [4711, null]}}"));

    assertThat(new String(mend.body().bytes(), UTF_8)).isEqualTo("{\"order\":[4711,null]}");
  }

  @Test
  void a_body_in_base64_is_bytes() {
    QuarantineMend mend = QuarantineMendJson.read(fields("{'bodyBase64': 'AAE='}"));

    assertThat(mend.body().isText()).isFalse();
    assertThat(mend.body().bytes()).containsExactly(0, 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                  | 422 SCHED-0916 field body is absent: send only queue, properties, body or bodyBase64
          {'colour': 'red'}                   | 422 SCHED-0916 field colour is "red": send only queue, properties, body or bodyBase64
          {'queue': 'a b'}                    | 422 SCHED-0917 'a b' is not a name for a worker queue: a name has up to 200 letters, digits, dots, hyphens and underscores, begins with a letter or digit, and not with 'scheduler.'
          {'queue': 'scheduler.jobs'}         | 422 SCHED-0917 'scheduler.jobs' is not a name for a worker queue: a name has up to 200 letters, digits, dots, hyphens and underscores, begins with a letter or digit, and not with 'scheduler.'
          {'properties': []}                  | 422 SCHED-0916 field properties is []: send an object
          {'properties': {'a': []}}           | 422 SCHED-0916 field properties.a is []: send text, a number, true, false, or null to remove it
          {'properties': {'a': {}}}           | 422 SCHED-0916 field properties.a is {}: send text, a number, true, false, or null to remove it
          {'body': 'x', 'bodyBase64': 'AAE='} | 422 SCHED-0916 field bodyBase64 is AAE=: send either body or bodyBase64
          {'bodyBase64': '!'}                 | 422 SCHED-0916 field bodyBase64 is !: send base64
          """)
  void a_change_that_cannot_be_read_is_refused(String json, String refusal) {
    assertThat(refusal(() -> QuarantineMendJson.read(fields(json)))).isEqualTo(refusal);
  }

  @Test
  void a_body_with_half_a_surrogate_pair_is_refused() {
    assertThat(refusal(() -> QuarantineMendJson.read(fields("{'body': '\\ud800'}"))))
        .startsWith("422 SCHED-0916 field body is ")
        .endsWith(": send text that UTF-8 can express");
  }
}
