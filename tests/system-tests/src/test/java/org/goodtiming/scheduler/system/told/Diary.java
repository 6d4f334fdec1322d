package org.goodtiming.scheduler.system.told;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.LifecycleEvent;
import org.goodtiming.scheduler.api.LifecycleEventType;

/** Writes down what it is told, in the transaction of the event. */
@ApplicationScoped
public class Diary {

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  void all(@Observes LifecycleEvent event) throws SQLException {
    write("all", event);
  }

  void ended(@Observes @LifecycleEventType("job.finished") LifecycleEvent event)
      throws SQLException {
    write("finished", event);
  }

  private void write(String observer, LifecycleEvent event) throws SQLException {
    try (var connection = shop.getConnection();
        var insert =
            connection.prepareStatement("INSERT INTO diary (observer, entry) VALUES (?, ?)")) {
      insert.setString(1, observer);
      insert.setString(2, event.type() + " " + event.jobId());
      insert.executeUpdate();
    }
  }
}
