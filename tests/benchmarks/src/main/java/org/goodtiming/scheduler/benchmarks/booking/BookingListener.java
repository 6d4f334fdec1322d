package org.goodtiming.scheduler.benchmarks.booking;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.api.JobDelivery;

/** A worker on the node itself, with a transaction a job. */
@MessageDriven(
    name = "BookingListener",
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = BookingListener.QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class BookingListener implements MessageListener {

  /** The one that jobs of the comparison go to. */
  public static final String QUEUE = "bench.peers";

  private static final BookingHandler HANDLER = BookingHandler.ofEnvironment();

  @Override
  public void onMessage(Message message) {
    HANDLER.accept(JobDelivery.of(message).text());
  }
}
