package org.goodtiming.scheduler.system.fragile;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobDelivery;

/** Writes each job into a table, in its transaction. Has no instance without that table. */
@MessageDriven(
    name = "FragileWorker",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "test.fragile"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false")
    })
public class FragileWorker implements MessageListener {

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  @PostConstruct
  void start() {
    execute("SELECT ? FROM shop.fragile_done", "");
  }

  @Override
  public void onMessage(Message message) {
    execute("INSERT INTO shop.fragile_done (job_id) VALUES (?)", JobDelivery.of(message).jobId());
  }

  private void execute(String sql, String value) {
    try (Connection connection = shop.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, value);
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
