package org.goodtiming.scheduler.web.quarantine;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.util.Set;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Problem;
import org.jspecify.annotations.Nullable;

/** The query of a list of quarantined messages. */
public class QuarantineListQuery {

  private static final Set<String> STAGES = Set.of("registration", "dispatch", "execution");

  @QueryParam("queue")
  @Nullable String queue;

  @QueryParam("stage")
  @Nullable String stage;

  @QueryParam("code")
  @Nullable String code;

  @QueryParam("cursor")
  @Nullable String cursor;

  @QueryParam("limit")
  @DefaultValue("100")
  String limit = "100";

  QuarantineQueries.Filter filter() {
    if (stage != null && !STAGES.contains(stage)) {
      throw Problem.BAD_PARAMETER.with("stage", stage, "registration, dispatch or execution");
    }
    return new QuarantineQueries.Filter(
        ListParameters.text("queue", queue), stage, ListParameters.text("code", code));
  }

  @Nullable Long before() {
    return ListParameters.before(cursor);
  }

  int size() {
    return ListParameters.size(limit);
  }
}
