package org.goodtiming.scheduler.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
  void what_json_or_the_database_cannot_hold_is_shown_as_near_as_can_be() {
    assertThat(MessageJson.array(Arrays.asList(Double.NaN, Float.NEGATIVE_INFINITY)))
        .isEqualTo("[\"NaN\",\"-Infinity\"]");
    assertThat(MessageJson.object(Map.of("a\0", "b\ud800c")))
        .isEqualTo("{\"a\ufffd\":\"b\ufffdc\"}");
  }

  @Test
  void control_characters_are_escaped() {
    assertThat(MessageJson.array(Arrays.asList("a\n\u0001"))).isEqualTo("[\"a\\n\\u0001\"]");
  }
}
