package org.goodtiming.scheduler.broker.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Inexact;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmqpConversionTest {

  private static final String ENCODING = "JMS_AMQP_ORIGINAL_ENCODING";
  private static final byte[] CONVERTED = "converted".getBytes(UTF_8);

  @ParameterizedTest
  @CsvSource({
    "BYTES, 1, MESSAGE,",
    "TEXT, 1, MESSAGE,",
    "MESSAGE, 1, MESSAGE,",
    "BYTES, 2, BYTES, converted",
    "TEXT, 2, TEXT, converted",
    "TEXT, 4, AMQP_NULL,",
    "TEXT, 5, TEXT, converted",
    "BYTES, 5, AMQP_VALUE, shown",
    "BYTES, 6, BYTES, converted",
    "TEXT, 6, AMQP_VALUE, shown",
    "BYTES, 0, AMQP_VALUE, shown",
    "BYTES, 7, AMQP_VALUE, shown",
    "STREAM, 3, STREAM, converted",
    "MAP, 7, MAP, converted",
    "OBJECT, 2, OBJECT, converted"
  })
  void body_is_kept_only_if_the_broker_says_how_it_was_encoded(
      Kind converted, short encoding, Kind expected, String body) throws OpenDataException {
    ReceivedMessage checked = checked(shown(Map.of()), converted, Map.of(ENCODING, encoding));

    assertThat(checked.kind()).isEqualTo(expected);
    assertThat(checked.body()).isEqualTo(body == null ? null : body.getBytes(UTF_8));
  }

  @Test
  void bytes_of_no_known_encoding_are_not_kept() throws OpenDataException {
    ReceivedMessage checked = checked(shown(Map.of()), Kind.BYTES, Map.of());

    assertThat(checked.kind()).isEqualTo(Kind.AMQP_VALUE);
    assertThat(checked.body()).isEqualTo("shown".getBytes(UTF_8));
  }

  @Test
  void encoding_that_the_sender_has_set_counts_nothing() throws OpenDataException {
    CompositeData shown = shown(Map.of("applicationProperties." + ENCODING, 2L));

    assertThat(checked(shown, Kind.BYTES, Map.of(ENCODING, (short) 2)).kind())
        .isEqualTo(Kind.AMQP_VALUE);
  }

  @Test
  void numbers_that_may_be_other_ones_are_marked() throws OpenDataException {
    CompositeData shown = shown(Map.of("applicationProperties.x_double", 1.5));
    Map<String, Object> converted =
        Map.of("x_double", 1.5, "x_decimal", 0.0, "x_ulong", -1L, "x_long", 7L, "x_int", -7);

    assertThat(checked(shown, Kind.TEXT, converted).properties())
        .containsOnly(
            Map.entry("x_double", 1.5),
            Map.entry("x_decimal", new Inexact("decimal", "0.0")),
            Map.entry("x_ulong", new Inexact("ulong above 2^63-1 or negative long", "-1")),
            Map.entry("x_long", 7L),
            Map.entry("x_int", -7));
  }

  @Test
  void property_of_the_broker_is_not_taken_from_the_sender() throws OpenDataException {
    String id = ManagementMessage.ORIGINAL_ID;
    ManagementMessage shown =
        new ManagementMessage(
            shown(Map.of("extraProperties." + id, 4711L, "applicationProperties." + id, 7L)));

    assertThat(shown.originalId()).hasValue(4711);
    assertThat(shown.property(id)).isEqualTo("4711");
    assertThat(new ManagementMessage(shown(Map.of("applicationProperties." + id, 7L))).originalId())
        .isEmpty();
  }

  private static ReceivedMessage checked(
      CompositeData shown, Kind kind, Map<String, Object> properties) {
    Origin origin = new Origin("ID:1", null, true, 1, Sender.UNKNOWN);
    return new AmqpConversion(
            new ManagementMessage(shown), new ReceivedMessage(kind, properties, CONVERTED, origin))
        .checked();
  }

  /** As Artemis shows a message, with properties of the types long and double. */
  private static CompositeData shown(Map<String, Object> properties) throws OpenDataException {
    Map<String, Object> values = new HashMap<>();
    values.put("messageID", "1");
    values.put("text", "shown");
    values.put("LongProperties", table(Long.class, SimpleType.LONG, properties));
    values.put("DoubleProperties", table(Double.class, SimpleType.DOUBLE, properties));
    String[] names = values.keySet().toArray(String[]::new);
    OpenType<?>[] types = new OpenType<?>[names.length];
    for (int i = 0; i < names.length; i++) {
      types[i] =
          values.get(names[i]) instanceof TabularDataSupport table
              ? table.getTabularType()
              : SimpleType.STRING;
    }
    return new CompositeDataSupport(new CompositeType("m", "m", names, names, types), values);
  }

  private static TabularDataSupport table(
      Class<?> type, OpenType<?> openType, Map<String, Object> properties)
      throws OpenDataException {
    String[] names = {"key", "value"};
    OpenType<?>[] types = {SimpleType.STRING, openType};
    CompositeType row = new CompositeType("r", "r", names, names, types);
    TabularDataSupport table =
        new TabularDataSupport(new TabularType("t", "t", row, new String[] {"key"}));
    for (Map.Entry<String, Object> property : properties.entrySet()) {
      if (type.isInstance(property.getValue())) {
        Object[] cells = {property.getKey(), property.getValue()};
        table.put(new CompositeDataSupport(row, names, cells));
      }
    }
    return table;
  }
}
