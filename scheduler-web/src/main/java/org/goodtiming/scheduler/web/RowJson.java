package org.goodtiming.scheduler.web;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.math.BigDecimal;
import java.util.List;
import org.goodtiming.scheduler.operations.Row;
import org.goodtiming.scheduler.operations.RowPage;

/** Rows as JSON: a member for each column. */
final class RowJson {

  private RowJson() {}

  static JsonObjectBuilder of(Row row) {
    JsonObjectBuilder json = Json.createObjectBuilder();
    row.values().forEach((name, value) -> json.add(name, value(value)));
    return json;
  }

  static JsonArrayBuilder of(List<Row> rows) {
    JsonArrayBuilder json = Json.createArrayBuilder();
    rows.forEach(row -> json.add(of(row)));
    return json;
  }

  /** A list that has one page. */
  static String list(String name, List<Row> rows) {
    return Json.createObjectBuilder().add(name, of(rows)).build().toString();
  }

  static String page(String name, RowPage page) {
    JsonObjectBuilder json = Json.createObjectBuilder().add(name, of(page.rows()));
    if (page.next() != null) {
      json.add("next", page.next().toString());
    }
    return json.build().toString();
  }

  private static JsonValue value(Object value) {
    if (value instanceof Boolean flag) {
      return flag ? JsonValue.TRUE : JsonValue.FALSE;
    }
    if (value instanceof Number number) {
      return Json.createValue(new BigDecimal(number.toString()));
    }
    return value instanceof List<?> list ? array(list) : Json.createValue(value.toString());
  }

  private static JsonValue array(List<?> list) {
    JsonArrayBuilder json = Json.createArrayBuilder();
    list.forEach(each -> json.add(each.toString()));
    return json.build();
  }
}
