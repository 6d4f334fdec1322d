package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropertiesJsonTest {

  private final Map<String, Object> own = new HashMap<>();
  private final Map<JobProperty, Object> carried = new HashMap<>();

  @Test
  void every_type_comes_back_as_it_was() {
    Map<String, Object> properties =
        Map.of(
            "x_text",
            "a \"quoted\" \\ line\nand ünïcode 😀",
            "x_long",
            Long.MIN_VALUE,
            "x_whole_double",
            3.0,
            "x_double",
            1e300,
            "x_flag",
            false);

    PropertiesJson.read(written(properties, Map.of()), own, carried);

    assertThat(own).isEqualTo(properties);
    assertThat(carried).isEmpty();
  }

  @Test
  void no_properties_take_no_space() {
    assertThat(written(Map.of(), Map.of())).isNull();
    PropertiesJson.read(null, own, carried);
    assertThat(own).isEmpty();
  }

  @Test
  void carried_properties_come_back_beside_the_users_own() {
    Map<JobProperty, Object> headers =
        Map.of(JobProperty.TYPE, "check", JobProperty.TIME_TO_LIVE, 60_000L);

    String json = written(Map.of("x_type", "mine"), headers);
    PropertiesJson.read(json, own, carried);

    assertThat(own).containsOnly(entry("x_type", "mine"));
    assertThat(carried).isEqualTo(headers);
  }

  @Test
  void properties_with_a_column_are_not_stored_twice() {
    Map<JobProperty, Object> inColumn = Map.of(JobProperty.CONTENT_TYPE, "text/plain");

    assertThat(written(Map.of(), inColumn)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"x_a\":null}", "{\"x_a\":{}}", "not json"})
  void text_that_somebody_else_wrote_is_refused(String json) {
    assertThatThrownBy(() -> PropertiesJson.read(json, own, carried))
        .isInstanceOf(RuntimeException.class);
  }

  private static @Nullable String written(
      Map<String, Object> own, Map<JobProperty, Object> carried) {
    return (String) JobColumn.PROPERTIES.of(new Envelope(Body.text(""), own, carried, null, 4));
  }
}
