package org.goodtiming.sample.worker;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.ScheduledRun;
import org.jspecify.annotations.Nullable;

/**
 * The worker of queue {@code shop-report}, whose jobs recur: counts the orders that were placed
 * since the last report.
 */
@ApplicationScoped
public class ShopReports {

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  @JobHandler(queue = "shop-report")
  public void make(JobDelivery job) throws SQLException {
    ScheduledRun run = job.scheduledRun();
    if (run == null) {
      throw new DeliveryFailed("Reports recur, but job %s does not".formatted(job.jobId()), null);
    }
    var sql =
        """
        INSERT INTO shop.report (fire_id, schedule, planned_at, run, late, orders)
        SELECT ?, ?, planned.at, ?, ?, count(o.id)
          FROM (SELECT ?::timestamptz AS at, ?::timestamptz AS previous) planned
          LEFT JOIN shop.orders o ON o.placed_at < planned.at
               AND (planned.previous IS NULL OR o.placed_at >= planned.previous)
         GROUP BY planned.at
        """;
    try (var connection = shop.getConnection();
        var insert = connection.prepareStatement(sql)) {
      insert.setString(1, job.fireId());
      insert.setString(2, job.jobId());
      insert.setLong(3, run.number());
      insert.setString(4, run.lateness() == null ? null : run.lateness().name());
      insert.setObject(5, time(run.plannedAt()));
      insert.setObject(6, time(run.previousAt()));
      insert.executeUpdate();
    }
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
