package org.goodtiming.scheduler.web.user;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import org.goodtiming.scheduler.operations.audit.AuditQueries;
import org.goodtiming.scheduler.operations.row.TimeRange;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.jspecify.annotations.Nullable;

/** The query of a list of changes. */
public class AuditListQuery {

  @QueryParam("user")
  @Nullable String user;

  @QueryParam("action")
  @Nullable String action;

  @QueryParam("subject")
  @Nullable String subject;

  @QueryParam("from")
  @Nullable String from;

  @QueryParam("before")
  @Nullable String before;

  @QueryParam("cursor")
  @Nullable String cursor;

  @QueryParam("limit")
  @DefaultValue("100")
  String limit = "100";

  AuditQueries.Filter filter() {
    return new AuditQueries.Filter(
        ListParameters.text("user", user),
        ListParameters.text("action", action),
        ListParameters.text("subject", subject),
        new TimeRange(
            ListParameters.optionalMoment("from", from),
            ListParameters.optionalMoment("before", before)));
  }

  @Nullable Long position() {
    return ListParameters.before(cursor);
  }

  int size() {
    return ListParameters.size(limit);
  }
}
