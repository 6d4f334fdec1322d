package org.goodtiming.sample.worker;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobDrain;
import org.goodtiming.scheduler.api.WireContract;

/** The worker of queue {@code cart-reminder}: many small jobs in one XA transaction. */
@MessageDriven(
    name = "CartReminderListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "cart-reminder"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class CartReminderListener implements MessageListener {

  @Resource(lookup = WireContract.WORKER_CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  @Override
  public void onMessage(Message first) {
    JobDrain.of(connectionFactory).run(first, new CartReminders(shop)::send);
  }
}
