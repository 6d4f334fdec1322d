package org.goodtiming.sample.worker;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.api.ExecutionResult;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.WireContract;

/** The worker of queue {@code order-check}: message and database in one XA transaction. */
@MessageDriven(
    name = "OrderCheckListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "order-check"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class OrderCheckListener implements MessageListener {

  @Resource(lookup = WireContract.WORKER_CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  @Override
  public void onMessage(Message message) {
    try {
      var execution = Execution.of(message, connectionFactory);
      var found = new OrderChecks(shop).check(JobDelivery.of(message), message.getJMSMessageID());
      execution.finished(ExecutionResult.text(found));
    } catch (JMSException | SQLException e) {
      throw new DeliveryFailed("Order check failed; the broker delivers the job again", e);
    }
  }
}
