package org.goodtiming.scheduler.load;

import javax.sql.DataSource;

/** Makes forecasts, with the pool of readers. */
public final class ForecastQueries {

  private final DueJobCounts jobs;
  private final WaitingSchedules schedules;

  public ForecastQueries(DataSource dataSource) {
    jobs = new DueJobCounts(dataSource);
    schedules = new WaitingSchedules(dataSource);
  }

  public Forecast forecast(ForecastRange range) {
    return Forecast.of(range, jobs.count(range), schedules.runs(range));
  }
}
