package org.goodtiming.sample.worker;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobDelivery;

/** Reminds customers of carts that they have left behind. */
record CartReminders(DataSource shop) {

  void send(JobDelivery job) {
    try (var connection = shop.getConnection();
        var insert =
            connection.prepareStatement(
                "INSERT INTO shop.reminder (fire_id, cart_id) VALUES (?, ?)")) {
      insert.setString(1, job.fireId());
      insert.setString(2, job.jobId());
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new DeliveryFailed("Reminder not sent; the broker delivers the job again", e);
    }
  }
}
