package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.stream.JsonGenerator;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Data go to standard output, everything else to standard error. */
final class Output {

  enum Format {
    text,
    json,
    jsonl
  }

  private static final String INDENT = "  ";

  private final Format format;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Progress progress;

  /**
   * @param showsProgress whether somebody watches standard error
   */
  Output(Format format, PrintWriter out, PrintWriter err, boolean showsProgress) {
    this.format = format;
    this.out = out;
    this.err = err;
    this.progress = new Progress(err, showsProgress);
  }

  /** Writes each row as a line. */
  void rows(List<JsonObject> rows, List<String> columns) {
    switch (format) {
      case text -> new Table(columns).print(local(rows), "", out);
      case json -> pretty(array(rows));
      case jsonl -> rows.forEach(out::println);
    }
  }

  private static List<JsonObject> local(List<JsonObject> rows) {
    return rows.stream().map(ScheduleTimes::local).toList();
  }

  void record(JsonObject record) {
    record(record, Map.of());
  }

  /**
   * Each member on a line of its own, lists of records as tables.
   *
   * @param columns of tables by their names; of others all
   */
  void record(JsonObject record, Map<String, List<String>> columns) {
    switch (format) {
      case text ->
          ScheduleTimes.local(record)
              .forEach((name, value) -> member(name, value, columns.get(name)));
      case json -> pretty(record);
      case jsonl -> out.println(record);
    }
  }

  private void member(String name, JsonValue value, @Nullable List<String> columns) {
    if (value instanceof JsonArray list && !list.isEmpty() && isOfRecords(list)) {
      out.println(name + ":");
      List<JsonObject> rows = list.getValuesAs(JsonObject.class);
      new Table(columns == null ? members(rows) : columns).print(rows, INDENT, out);
    } else if (value instanceof JsonObject object && !object.isEmpty() && isFlat(object)) {
      out.println(name + ":");
      object.forEach((each, part) -> out.println(INDENT + each + ": " + plain(part)));
    } else {
      out.println(name + ": " + plain(value));
    }
  }

  private static boolean isOfRecords(JsonArray list) {
    return list.stream().allMatch(JsonObject.class::isInstance);
  }

  private static boolean isFlat(JsonObject object) {
    return object.values().stream().noneMatch(JsonStructure.class::isInstance);
  }

  /** In the order in which they come first. */
  private static List<String> members(List<JsonObject> records) {
    return records.stream().flatMap(each -> each.keySet().stream()).distinct().toList();
  }

  /** Writes the result: a sentence for people, or the API's answer. */
  void done(JsonObject answer, String sentence) {
    if (format == Format.text) {
      out.println(sentence);
    } else {
      record(answer);
    }
  }

  /** A secret that nothing shows again: standard error has it if standard output fails. */
  void secret(JsonObject answer, String secret) {
    try {
      done(answer, secret);
      out.flush();
    } catch (Failure e) {
      err.println("Standard output has failed, so here is the password: " + secret);
      throw e;
    }
  }

  void text(String text) {
    out.println(text);
  }

  void note(String text) {
    err.println(text);
  }

  Progress progress() {
    return progress;
  }

  boolean isText() {
    return format == Format.text;
  }

  private void pretty(JsonStructure structure) {
    Json.createWriterFactory(Map.of(JsonGenerator.PRETTY_PRINTING, true))
        .createWriter(out)
        .write(structure);
    out.println();
  }

  private static JsonArray array(List<JsonObject> rows) {
    JsonArrayBuilder array = Json.createArrayBuilder();
    rows.forEach(array::add);
    return array.build();
  }

  /**
   * The value without quotes, on one line, without characters that control a terminal. The names in
   * a list are separated by commas.
   */
  static String plain(@Nullable JsonValue value) {
    if (value == null || value == JsonValue.NULL) {
      return "";
    }
    if (value instanceof JsonArray list && list.stream().allMatch(JsonString.class::isInstance)) {
      return list.stream().map(Output::plain).collect(Collectors.joining(", "));
    }
    String text = value instanceof JsonString string ? string.getString() : value.toString();
    return plain(text);
  }

  /** The text on one line, without characters that control a terminal. */
  static String plain(String text) {
    return text.codePoints()
        .mapToObj(
            c ->
                Character.isISOControl(c) || isFormat(c)
                    ? "\\u%04x".formatted(c)
                    : Character.toString(c))
        .reduce(new StringBuilder(), StringBuilder::append, StringBuilder::append)
        .toString();
  }

  private static boolean isFormat(int codePoint) {
    return Character.getType(codePoint) == Character.FORMAT;
  }
}
