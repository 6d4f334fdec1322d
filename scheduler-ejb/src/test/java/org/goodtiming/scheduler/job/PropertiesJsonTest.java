package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropertiesJsonTest {

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
    assertThat(PropertiesJson.read(PropertiesJson.write(properties))).isEqualTo(properties);
  }

  @Test
  void no_properties_take_no_space() {
    assertThat(PropertiesJson.write(Map.of())).isNull();
    assertThat(PropertiesJson.read(null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"x_a\":null}", "{\"x_a\":{}}", "not json"})
  void what_somebody_else_wrote_is_refused(String json) {
    assertThatThrownBy(() -> PropertiesJson.read(json)).isInstanceOf(RuntimeException.class);
  }
}
