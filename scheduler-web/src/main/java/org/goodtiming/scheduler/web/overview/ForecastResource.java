package org.goodtiming.scheduler.web.overview;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import org.goodtiming.scheduler.load.ForecastQueries;
import org.goodtiming.scheduler.load.ForecastRange;
import org.goodtiming.scheduler.operations.queue.ClosedTimesQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.Needs;

/** The work that becomes due in the next hours and days. */
@Path("forecast")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class ForecastResource {

  private @Inject ForecastQueries queries;
  private @Inject ClosedTimesQueries closedTimes;

  @GET
  @Needs(Role.VIEWER)
  public String forecast(@BeanParam ForecastQuery query) {
    Instant now = Instant.now();
    ForecastRange range = query.range(now);
    return ForecastJson.of(
        queries.forecast(range, query.zone()),
        queries.before(range, now),
        closedTimes.within(range.from(), range.to(), range.queue()));
  }
}
