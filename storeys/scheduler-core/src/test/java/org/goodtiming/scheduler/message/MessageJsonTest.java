package org.goodtiming.scheduler.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.goodtiming.scheduler.message.ReceivedMessage.Inexact;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageJsonTest {

  @Test
  void all_types_of_jms_have_their_form() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("flag", true);
    values.put("byte", (byte) -1);
    values.put("long", Long.MAX_VALUE);
    values.put("float", 0.1f);
    values.put("double", 1.5);
    values.put("char", 'c');
    values.put("text", "a\"b");
    values.put("bytes", new byte[] {1, 2});
    values.put("null", null);

    assertThat(MessageJson.object(values))
        .isEqualTo(
            """
            {"flag":true,"byte":-1,"long":9223372036854775807,"float":0.1,"double":1.5,\
            "char":"c","text":"a\\"b","bytes":"AQI=","null":null}""");
  }

  @Test
  void values_that_json_or_the_database_cannot_hold_are_shown_as_near_as_can_be() {
    assertThat(MessageJson.array(Arrays.asList(Double.NaN, Float.NEGATIVE_INFINITY)))
        .isEqualTo(
            "[{\"type\":\"Double\",\"text\":\"NaN\"},{\"type\":\"Float\",\"text\":\"-Infinity\"}]");
    assertThat(MessageJson.object(Map.of("a\0", "b\ud800c")))
        .isEqualTo("{\"a\ufffd\":\"b\ufffdc\"}");
  }

  @Test
  void properties_are_read_as_they_were() {
    Map<String, Object> properties =
        Map.of(
            "flag",
            true,
            "long",
            Long.MAX_VALUE,
            "double",
            1.0E10,
            "text",
            "a\"b",
            "inexact",
            new Inexact("decimal", "0.0"));

    assertThat(MessageJson.read(MessageJson.object(properties))).isEqualTo(properties);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{", "{\"a\":[]}", "{\"a\":{}}", "{\"a\":9223372036854775808}"})
  void invalid_json_cannot_be_read(String json) {
    assertThatIllegalArgumentException().isThrownBy(() -> MessageJson.read(json));
  }

  @Test
  void control_characters_are_escaped() {
    assertThat(MessageJson.array(Arrays.asList("a\n\u0001"))).isEqualTo("[\"a\\n\\u0001\"]");
  }
}
