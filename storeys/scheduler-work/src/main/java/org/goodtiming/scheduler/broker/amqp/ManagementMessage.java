package org.goodtiming.scheduler.broker.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.message.StorableText;
import org.jspecify.annotations.Nullable;

/** A message as the broker's management shows it. */
public record ManagementMessage(CompositeData data) {

  public static final String ORIGINAL_ID = "_AMQ_ORIG_MESSAGE_ID";

  private static final String APPLICATION = "applicationProperties.";

  private static final int MAX_SHOWN = 250;

  private static final List<String> TABLES =
      List.of(
          "StringProperties",
          "BooleanProperties",
          "ByteProperties",
          "ShortProperties",
          "IntProperties",
          "LongProperties",
          "FloatProperties",
          "DoubleProperties");

  private static final ObjectInputFilter OPEN_TYPES_ONLY =
      ObjectInputFilter.Config.createFilter(
          "javax.management.openmbean.*;java.lang.*;java.util.*;!*");

  /**
   * The messages of an answer: JMX open types, serialized.
   *
   * @param answer to {@code browse}
   */
  static List<ManagementMessage> all(JsonObject answer) {
    return answer.getJsonArray(CompositeData.class.getName()).getValuesAs(JsonString.class).stream()
        .map(each -> new ManagementMessage(openType(each.getString())))
        .toList();
  }

  /** Identifies the message in its broker. */
  public long id() {
    return Long.parseLong(String.valueOf(data.get("messageID")));
  }

  /** The id of the message before the broker moved it here; empty if it was sent here. */
  public OptionalLong originalId() {
    return rows().get("extraProperties." + ORIGINAL_ID) instanceof Number id
        ? OptionalLong.of(id.longValue())
        : OptionalLong.empty();
  }

  public boolean hasApplicationProperty(String name) {
    return rows().containsKey(APPLICATION + name);
  }

  /**
   * Whether the property is a floating-point number of JMS; false for a decimal, which is no type
   * of JMS.
   */
  public boolean hasFloatingPoint(String name) {
    Object value = rows().get(APPLICATION + name);
    return value instanceof Float || value instanceof Double;
  }

  /** Includes the arrival time, because a new broker counts its ids from the beginning. */
  public String key() {
    return "%d %s".formatted(id(), property("x-opt-ingress-time"));
  }

  /** The message as AMQP, with the properties that have a JMS type, and all of them in one text. */
  public ReceivedMessage message() {
    Origin origin =
        new Origin(
            Long.toString(id()), null, Boolean.TRUE.equals(value("durable")), 1, Sender.UNKNOWN);
    return new ReceivedMessage(Kind.AMQP, properties(), text().getBytes(UTF_8), origin);
  }

  /** A property as it can be stored; null if there is none. */
  public @Nullable String property(String name) {
    Object value = properties().get(name);
    return value == null ? null : StorableText.shown(value.toString(), MAX_SHOWN);
  }

  /** A value of the broker takes precedence over an application property of the same name. */
  private Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    Map<String, Object> rows = rows();
    rows.keySet().stream()
        .sorted(Comparator.comparing(name -> !name.startsWith(APPLICATION)))
        .forEach(name -> properties.put(name.substring(name.indexOf('.') + 1), rows.get(name)));
    properties.put("amqp_properties", String.valueOf(value("PropertiesText")));
    return properties;
  }

  /** The values of JMS types; a prefix of each name gives the section. */
  private Map<String, Object> rows() {
    Map<String, Object> rows = new LinkedHashMap<>();
    TABLES.forEach(table -> add(value(table), rows));
    return rows;
  }

  private static void add(@Nullable Object table, Map<String, Object> rows) {
    if (table instanceof TabularData data) {
      for (Object row : (Collection<?>) data.values()) {
        CompositeData property = (CompositeData) row;
        rows.put(String.valueOf(property.get("key")), property.get("value"));
      }
    }
  }

  public String text() {
    return String.valueOf(value("text"));
  }

  private @Nullable Object value(String name) {
    return data.containsKey(name) ? data.get(name) : null;
  }

  // The MIME decoder: Artemis breaks the lines
  private static CompositeData openType(String base64) {
    byte[] serialized = Base64.getMimeDecoder().decode(base64);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(serialized))) {
      in.setObjectInputFilter(OPEN_TYPES_ONLY);
      return (CompositeData) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
