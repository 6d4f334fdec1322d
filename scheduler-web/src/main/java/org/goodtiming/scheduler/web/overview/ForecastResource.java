package org.goodtiming.scheduler.web.overview;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.goodtiming.scheduler.load.ForecastQueries;
import org.goodtiming.scheduler.load.ForecastRange;
import org.goodtiming.scheduler.operations.explanation.QueueCauseQueries;
import org.goodtiming.scheduler.operations.queue.ClosedTimesQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.policy.ClosedTime;
import org.goodtiming.scheduler.web.http.Needs;
import org.jspecify.annotations.Nullable;

/** The work that becomes due in the next hours and days. */
@Path("forecast")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class ForecastResource {

  private @Inject ForecastQueries queries;
  private @Inject ClosedTimesQueries closedTimes;
  private @Inject QueueCauseQueries states;

  @GET
  @Needs(Role.VIEWER)
  public String forecast(@BeanParam ForecastQuery query) {
    Instant now = Instant.now();
    ForecastRange range = query.range(now);
    List<ClosedTime> closed = closedTimes.within(range.from(), range.to(), range.queue(), now);
    return ForecastJson.of(
        queries.forecast(range, query.zone(), closed, now),
        queries.before(range, now),
        closed,
        limits(range.queue()));
  }

  /** By queue; a forecast does not calculate how they delay what is due. */
  private Map<String, String> limits(@Nullable String queue) {
    Map<String, String> limits = new TreeMap<>();
    states
        .queues()
        .forEach(
            (name, state) -> {
              if (state.limits() != null && (queue == null || queue.equals(name))) {
                limits.put(name, state.limits());
              }
            });
    return limits;
  }
}
