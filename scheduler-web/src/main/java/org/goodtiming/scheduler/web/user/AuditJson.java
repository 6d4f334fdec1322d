package org.goodtiming.scheduler.web.user;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.List;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.goodtiming.scheduler.web.http.RowJson;

/** Changes as JSON. */
final class AuditJson {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final List<String> STATES = List.of("before", "after");

  private AuditJson() {}

  static String page(RowPage page) {
    JsonArrayBuilder changes = JSON.createArrayBuilder();
    page.rows().forEach(row -> changes.add(of(row)));
    JsonObjectBuilder json = JSON.createObjectBuilder().add("audit", changes);
    RowJson.addIfKnown(json, "next", page.next());
    return json.build().toString();
  }

  /** The states before and after the change are JSON already. */
  private static JsonObjectBuilder of(Row row) {
    JsonObjectBuilder json = RowJson.of(row);
    for (String state : STATES) {
      if (row.values().containsKey(state)) {
        json.add(state, RowJson.parsed(row.text(state)));
      }
    }
    return json;
  }
}
