package org.goodtiming.sample.shop;

import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;

/** The schedules of the shop's reports; the default is six o'clock on working days in Berlin. */
@Path("reports/{schedule}")
public class ReportsResource {

  static final String NIGHTLY = "cron:0 0 6 ? * MON-FRI zone=Europe/Berlin except=holidays:DE-BE";

  @Inject private ReportService reports;

  @PathParam("schedule")
  private String schedule = "";

  @PUT
  public Response schedule(@FormParam("recurrence") @DefaultValue(NIGHTLY) String recurrence) {
    reports.schedule(schedule, recurrence);
    return Response.accepted().build();
  }

  @DELETE
  public Response end() {
    reports.end(schedule);
    return Response.accepted().build();
  }
}
