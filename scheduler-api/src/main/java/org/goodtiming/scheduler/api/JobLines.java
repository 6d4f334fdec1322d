package org.goodtiming.scheduler.api;

import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonGenerator;
import jakarta.json.stream.JsonGeneratorFactory;
import java.io.StringWriter;
import java.util.Base64;
import java.util.Map;
import java.util.function.Consumer;

/** Writes jobs as lines of JSON, and passes them on in texts of a suitable size for the broker. */
final class JobLines {

  /**
   * A longer text is sent at once. With two bytes per character it stays below 100 KiB; Artemis
   * stores larger messages in separate files.
   */
  private static final int ENOUGH_CHARACTERS = 45_000;

  private static final JsonGeneratorFactory GENERATORS =
      JsonProvider.provider().createGeneratorFactory(Map.of());

  private final Consumer<String> texts;
  private StringWriter text = new StringWriter();
  private int lines;

  JobLines(Consumer<String> texts) {
    this.texts = texts;
  }

  void add(JobRequest request) {
    try (JsonGenerator json = GENERATORS.createGenerator(text)) {
      write(request, json);
    }
    text.write('\n');
    lines++;
    if (lines == WireContract.GUARANTEED_LINES || text.getBuffer().length() > ENOUGH_CHARACTERS) {
      finish();
    }
  }

  /** Passes on the remaining lines. */
  void finish() {
    if (lines > 0) {
      texts.accept(text.toString());
      text = new StringWriter();
      lines = 0;
    }
  }

  private static void write(JobRequest request, JsonGenerator json) {
    json.writeStartObject();
    request.properties().forEach((name, value) -> writeContract(name, value, json));
    writeOwn(request.properties(), json);
    byte[] bytes = request.bytes();
    if (bytes != null) {
      json.write(WireContract.LINE_BODY_BASE64, Base64.getEncoder().encodeToString(bytes));
    } else if (!request.text().isEmpty()) {
      json.write(WireContract.LINE_BODY, request.text());
    }
    json.writeEnd();
  }

  private static void writeContract(String name, Object value, JsonGenerator json) {
    if (name.startsWith(WireContract.USER_PREFIX) || name.equals(WireContract.SCHEDULER_VERSION)) {
      return;
    }
    boolean prefixed = name.startsWith(WireContract.RESERVED_PREFIX);
    write(prefixed ? name.substring(WireContract.RESERVED_PREFIX.length()) : name, value, json);
  }

  private static void writeOwn(Map<String, Object> properties, JsonGenerator json) {
    if (properties.keySet().stream().noneMatch(name -> name.startsWith(WireContract.USER_PREFIX))) {
      return;
    }
    json.writeStartObject(WireContract.LINE_PROPERTIES);
    properties.forEach(
        (name, value) -> {
          if (name.startsWith(WireContract.USER_PREFIX)) {
            write(name, value, json);
          }
        });
    json.writeEnd();
  }

  private static void write(String name, Object value, JsonGenerator json) {
    if (value instanceof Long number) {
      json.write(name, number);
    } else if (value instanceof Boolean flag) {
      json.write(name, flag);
    } else {
      json.write(name, value.toString());
    }
  }
}
