package org.goodtiming.scheduler.load;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.policy.ClosedTime;
import org.goodtiming.scheduler.sql.Readers;

/** Makes forecasts, with the pool of readers. */
@Singleton
public final class ForecastQueries {

  private final DueJobCounts jobs;
  private final WaitingSchedules schedules;
  private final ThroughputQueries throughput;

  @Inject
  public ForecastQueries(@Readers DataSource dataSource) {
    jobs = new DueJobCounts(dataSource);
    schedules = new WaitingSchedules(dataSource);
    throughput = new ThroughputQueries(dataSource);
  }

  /**
   * @param zone whose hours the runs are grouped by
   * @param closed times of the range: what becomes due in them is counted at their ends
   */
  public Forecast forecast(ForecastRange range, ZoneId zone, List<ClosedTime> closed, Instant now) {
    Openings openings = new Openings(closed, now);
    return Forecast.of(range, jobs.count(range, openings), schedules.runs(range, zone, openings));
  }

  /** The jobs that were dispatched at the same times before, in the order of the intervals. */
  public List<Throughput> before(ForecastRange range, Instant now) {
    return throughput.before(range, now);
  }
}
