package org.goodtiming.scheduler.web.http;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.jspecify.annotations.Nullable;

/** Rows as JSON: a member for each column. */
public final class RowJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final String INPUT_SCHEMA = "inputSchema";

  private RowJson() {}

  public static JsonObjectBuilder of(Row row) {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    row.values().forEach((name, value) -> json.add(name, value(value)));
    return json;
  }

  /** The row, with its schema of payloads, if it has one, as JSON. */
  public static JsonObjectBuilder withSchema(Row row) {
    JsonObjectBuilder json = of(row);
    Object schema = row.values().get(INPUT_SCHEMA);
    return schema == null ? json : json.add(INPUT_SCHEMA, parsed(schema.toString()));
  }

  /** The row, with the tag by which If-Match recognizes it. */
  public static ResponseBuilder answer(Row row) {
    return answer(row, of(row));
  }

  /**
   * @param json of the row, and further members
   */
  public static ResponseBuilder answer(Row row, JsonObjectBuilder json) {
    return Response.ok(json.build().toString())
        .tag(new EntityTag(Objects.requireNonNull(row.tag())));
  }

  public static JsonArrayBuilder of(List<Row> rows) {
    JsonArrayBuilder json = JSON.createArrayBuilder();
    rows.forEach(row -> json.add(of(row)));
    return json;
  }

  /** A list that has one page. */
  public static String list(String name, List<Row> rows) {
    return JSON.createObjectBuilder().add(name, of(rows)).build().toString();
  }

  public static String page(String name, RowPage page) {
    JsonObjectBuilder json = JSON.createObjectBuilder().add(name, of(page.rows()));
    addIfKnown(json, "next", page.next());
    return json.build().toString();
  }

  /** Adds the text of the value, unless it is null. */
  public static void addIfKnown(JsonObjectBuilder json, String name, @Nullable Object value) {
    if (value != null) {
      json.add(name, value.toString());
    }
  }

  /** The value of a column that has JSON. */
  public static JsonValue parsed(String text) {
    try (JsonReader reader = JSON.createReader(new StringReader(text))) {
      return reader.readValue();
    }
  }

  private static JsonValue value(Object value) {
    if (value instanceof Boolean flag) {
      return flag ? JsonValue.TRUE : JsonValue.FALSE;
    }
    if (value instanceof Number number) {
      return JSON.createValue(new BigDecimal(number.toString()));
    }
    if (value instanceof Row row) {
      return of(row).build();
    }
    return value instanceof List<?> list ? array(list) : JSON.createValue(value.toString());
  }

  private static JsonValue array(List<?> list) {
    JsonArrayBuilder json = JSON.createArrayBuilder();
    list.forEach(each -> json.add(each.toString()));
    return json.build();
  }
}
