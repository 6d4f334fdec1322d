package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import java.util.List;

/** Members of answers of the REST API, which may be absent. */
final class Json {

  private Json() {}

  static List<JsonObject> list(JsonObject object, String member) {
    return object.get(member) instanceof JsonArray array
        ? array.getValuesAs(JsonObject.class)
        : List.of();
  }

  static String text(JsonObject object, String member) {
    return object.getString(member, "");
  }

  /** The number; 0 if it is absent. */
  static long number(JsonObject object, String member) {
    return object.get(member) instanceof JsonNumber number ? number.longValue() : 0;
  }

  /** The number of things, such as "1 message" or "2 messages". */
  static String count(JsonObject object, String member, String thing) {
    long number = number(object, member);
    return number == 1 ? "1 " + thing : number + " " + thing + "s";
  }
}
