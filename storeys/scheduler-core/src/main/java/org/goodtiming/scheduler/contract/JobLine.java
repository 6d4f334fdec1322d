package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.DEFINITION_FIELD;
import static org.goodtiming.scheduler.contract.Refusal.LINE_BASE64;
import static org.goodtiming.scheduler.contract.Refusal.LINE_BODY_TWICE;
import static org.goodtiming.scheduler.contract.Refusal.LINE_FIELD_TWICE;
import static org.goodtiming.scheduler.contract.Refusal.LINE_FIELD_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.LINE_PROPERTY_NAME;
import static org.goodtiming.scheduler.contract.Refusal.LINE_UNREADABLE;
import static org.goodtiming.scheduler.contract.Refusal.REQUEST_UNREADABLE;
import static org.goodtiming.scheduler.contract.Refusal.TEXT_UNSTORABLE;
import static org.goodtiming.scheduler.contract.Refusal.WRONG_TYPE;

import jakarta.json.JsonException;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import jakarta.json.stream.JsonParserFactory;
import jakarta.json.stream.JsonParsingException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobProperty.Use;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.schema.InputSchema;
import org.jspecify.annotations.Nullable;

/** A line of JSON, converted to the properties and the body of a separate message. */
final class JobLine {

  private static final JsonParserFactory PARSERS =
      JsonProvider.provider().createParserFactory(Map.of());

  private static final String JSON = "application/json";

  private static final String INPUT_SCHEMA = "inputSchema";

  private static final int DEEPEST_SKIPPED = 100;

  private static final Map<String, String> FIELDS =
      Arrays.stream(JobProperty.values())
          .filter(property -> property.use() == Use.JOB || property.use() == Use.CARRIED)
          .collect(Collectors.toUnmodifiableMap(JobProperty::lineField, JobProperty::wireName));

  private final Refusal unreadable;
  private final boolean takesAnyBody;
  private final boolean isDefinition;
  private final Map<String, Object> defaults;
  private final Set<String> seen = new HashSet<>();
  private final List<String> unknown = new ArrayList<>();
  private final Mistakes mistakes = new Mistakes();
  private final Map<String, Object> own = new HashMap<>();
  private @Nullable Body body;
  private @Nullable String inputSchema;
  private @Nullable InputSchema compiledSchema;

  /**
   * @param defaults properties for fields that the line omits
   */
  JobLine(Map<String, Object> defaults) {
    this(LINE_UNREADABLE, false, false, defaults);
  }

  private JobLine(
      Refusal unreadable,
      boolean takesAnyBody,
      boolean isDefinition,
      Map<String, Object> defaults) {
    this.unreadable = unreadable;
    this.takesAnyBody = takesAnyBody;
    this.isDefinition = isDefinition;
    this.defaults = defaults;
  }

  /**
   * A request by HTTP, whose body may be any JSON value: a string is stored unchanged, any other
   * value as JSON text.
   */
  static JobLine ofRequest(Map<String, Object> defaults) {
    return new JobLine(REQUEST_UNREADABLE, true, false, defaults);
  }

  /** A request by HTTP that defines jobs; it may contain a schema of their payloads. */
  static JobLine ofDefinition(Map<String, Object> defaults) {
    return new JobLine(REQUEST_UNREADABLE, true, true, defaults);
  }

  /**
   * Reads all fields; {@link #mistakes} has those that could not be read.
   *
   * @throws RefusedException if the fields are unknown, because it is no JSON object
   */
  void read(String text) {
    try (JsonParser json = PARSERS.createParser(new StringReader(text))) {
      read(json);
      if (!unknown.isEmpty()) {
        mistakes.add(LINE_FIELD_UNKNOWN.because(String.join("', '", unknown)));
      }
      if (!mistakes.isEmpty()) {
        mistakes.partlyRead();
      }
    } catch (JsonParsingException e) {
      // After a number at the end, Parsson's location is that of its next buffer
      throw unreadable.because(Math.min(e.getLocation().getColumnNumber(), text.length()));
    } catch (JsonException | NoSuchElementException e) {
      throw unreadable.because(text.length());
    }
  }

  /** The mistakes in the parts of the job that were read. */
  Mistakes mistakes() {
    return mistakes;
  }

  /** An empty text if none was read. */
  Body body() {
    return body == null ? Body.text("") : body;
  }

  /** The JSON text of the schema of payloads; null if there is none. It may be no schema. */
  @Nullable String inputSchema() {
    return inputSchema;
  }

  /** The schema of payloads; null if there is none, or it is no schema. */
  @Nullable InputSchema compiledSchema() {
    return compiledSchema;
  }

  private static InputSchema compiled(String text) {
    try {
      return InputSchema.parse(text);
    } catch (IllegalArgumentException e) {
      throw Refusal.INPUT_SCHEMA.explainedBy(String.valueOf(e.getMessage()));
    }
  }

  /** The properties that were read, and the defaults of the others. */
  ContractProperties properties() {
    Map<String, Object> all = new HashMap<>(defaults);
    if (own.containsKey(WireContract.DUE_AT) || own.containsKey(WireContract.DELAY)) {
      all.remove(WireContract.DUE_AT);
      all.remove(WireContract.DELAY);
      all.remove(WireContract.RECURRENCE);
      DueReader.CONDITIONS.forEach(all::remove);
    }
    if (own.containsKey(WireContract.RECURRENCE)) {
      all.remove(WireContract.DUE_AT);
      all.remove(WireContract.DELAY);
    }
    if (own.containsKey(WireContract.TRACEPARENT)) {
      all.remove(WireContract.TRACESTATE);
    }
    all.putAll(own);
    return new ContractProperties(all);
  }

  private void read(JsonParser json) {
    if (json.next() != Event.START_OBJECT) {
      throw unreadable.because(1);
    }
    while (json.next() == Event.KEY_NAME) {
      field(json.getString(), json);
    }
    if (json.hasNext()) {
      throw unreadable.because(json.getLocation().getColumnNumber());
    }
  }

  private void field(String field, JsonParser json) {
    boolean first = seen.add(field);
    if (!first) {
      mistakes.add(LINE_FIELD_TWICE.because(field));
    }
    if (first && field.equals(WireContract.LINE_PROPERTIES)) {
      userProperties(json);
    } else if (first && takesAnyBody && field.equals(WireContract.LINE_BODY)) {
      anyBody(json);
    } else if (first && isDefinition && field.equals(INPUT_SCHEMA)) {
      schema(json);
    } else {
      Object value = value(field, json);
      if (first) {
        take(field, value);
      }
    }
  }

  /**
   * Reads to the end of a value that is refused. Not by the parser's own method, which never
   * returns if the text ends before the value does.
   *
   * @throws RefusedException if it is nested deeply: then the rest is not worth reading
   */
  private void skipRest(Event begun, JsonParser json) {
    int depth = begun == Event.START_OBJECT || begun == Event.START_ARRAY ? 1 : 0;
    while (depth > 0) {
      switch (json.next()) {
        case START_OBJECT, START_ARRAY -> depth++;
        case END_OBJECT, END_ARRAY -> depth--;
        case KEY_NAME, VALUE_STRING, VALUE_NUMBER, VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> {}
      }
      if (depth > DEEPEST_SKIPPED) {
        mistakes.end();
      }
    }
  }

  private void take(String field, @Nullable Object value) {
    mistakes.check(
        () -> {
          switch (field) {
            case WireContract.LINE_BODY -> body(value == null ? null : text(field, value));
            case WireContract.LINE_BODY_BASE64 -> body(value == null ? null : bytes(field, value));
            default -> property(field, value);
          }
        });
  }

  private void schema(JsonParser json) {
    if (json.next() != Event.VALUE_NULL) {
      String text = jsonText(json);
      inputSchema = text;
      mistakes.check(() -> compiledSchema = compiled(text));
    }
  }

  private void anyBody(JsonParser json) {
    switch (json.next()) {
      case VALUE_NULL -> body(null);
      case VALUE_STRING -> take(WireContract.LINE_BODY, json.getString());
      default -> {
        take(WireContract.LINE_BODY, jsonText(json));
        own.putIfAbsent(WireContract.CONTENT_TYPE, JSON);
      }
    }
  }

  private String jsonText(JsonParser json) {
    try {
      return json.getValue().toString();
    } catch (JsonException e) {
      throw e;
    } catch (RuntimeException e) {
      // Parsson gives up at a depth of 1,000
      throw unreadable.because(json.getLocation().getStreamOffset());
    }
  }

  private void body(@Nullable Body given) {
    if (body != null && given != null) {
      throw LINE_BODY_TWICE.because();
    }
    body = given == null ? body : given;
  }

  private void property(String field, @Nullable Object value) {
    String name = FIELDS.get(field);
    if (name == null) {
      unknown.add(field);
    } else if (value != null) {
      own.put(name, value);
      if (isDefinition && !DefinedJob.isPartOfDefinitions(name)) {
        throw DEFINITION_FIELD.because(field);
      }
    }
  }

  private void userProperties(JsonParser json) {
    Event event = json.next();
    if (event == Event.VALUE_NULL) {
      return;
    }
    if (event != Event.START_OBJECT) {
      mistakes.add(wrongType(WireContract.LINE_PROPERTIES, event, "an object of x_ properties"));
      skipRest(event, json);
      return;
    }
    while (json.next() == Event.KEY_NAME) {
      userProperty(json.getString(), json);
    }
  }

  private void userProperty(String name, JsonParser json) {
    boolean named = name.startsWith(WireContract.USER_PREFIX);
    boolean first = seen.add(name);
    if (!named) {
      mistakes.add(LINE_PROPERTY_NAME.because(name));
    } else if (!first) {
      mistakes.add(LINE_FIELD_TWICE.because(name));
    }
    Object value = value(name, json);
    if (named && first && value != null) {
      own.put(name, value);
    }
  }

  /** Null for null, which is the same as an absent field, and for a mistake, which is noted. */
  private @Nullable Object value(String field, JsonParser json) {
    Event event = json.next();
    try {
      return event == Event.START_ARRAY && field.equals(JobProperty.AFTER.lineField())
          ? jsonText(json)
          : value(field, event, json);
    } catch (RefusedException e) {
      mistakes.add(e);
      skipRest(event, json);
      return null;
    }
  }

  private static @Nullable Object value(String field, Event event, JsonParser json) {
    return switch (event) {
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER -> number(field, json.getString());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case START_OBJECT, START_ARRAY, KEY_NAME, END_ARRAY, END_OBJECT ->
          throw wrongType(field, event, "a string, a number or a boolean");
    };
  }

  private static Object number(String field, String digits) {
    try {
      return isWhole(digits) ? (Object) Long.valueOf(digits) : (Object) Double.valueOf(digits);
    } catch (NumberFormatException e) {
      throw WRONG_TYPE.because(
          field, "number", shown(field, digits), "a whole number of at most 64 bits");
    }
  }

  /** The value of a user's property may be redacted. */
  private static String shown(String field, String digits) {
    return field.startsWith(WireContract.USER_PREFIX) ? digits.length() + " characters" : digits;
  }

  private static boolean isWhole(String digits) {
    return digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
  }

  private static Body text(String field, Object value) {
    String text = string(field, value);
    if (!StorableText.isEncodable(text)) {
      throw TEXT_UNSTORABLE.because(field, text);
    }
    return Body.text(text);
  }

  private static Body bytes(String field, Object value) {
    try {
      return new Body(false, Base64.getDecoder().decode(string(field, value)));
    } catch (IllegalArgumentException e) {
      throw LINE_BASE64.because(value);
    }
  }

  private static String string(String field, Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw WRONG_TYPE.because(field, value.getClass().getSimpleName(), value, "a string");
  }

  private static RefusedException wrongType(String field, Event seen, String wanted) {
    String type = seen == Event.START_ARRAY ? "array" : "object";
    return WRONG_TYPE.because(field, type, seen == Event.START_ARRAY ? "[...]" : "{...}", wanted);
  }
}
