package org.goodtiming.scheduler.system.once;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.Once;

/** Books what the payload of a job says, once. */
@ApplicationScoped
public class Bookings {

  public static final String QUEUE = "test.once";
  static final String DATA_SOURCE = "jdbc/shop";

  @Resource(lookup = DATA_SOURCE)
  private DataSource shop;

  @JobHandler(queue = QUEUE, sessions = 4)
  @Once(dataSource = DATA_SOURCE)
  public void book(String text) throws SQLException, IOException {
    try (var connection = shop.getConnection();
        var insert = connection.prepareStatement("INSERT INTO booking (text) VALUES (?)")) {
      insert.setString(1, text);
      insert.executeUpdate();
    }
    if (text.startsWith("fail")) {
      throw new IOException("no room");
    }
  }
}
