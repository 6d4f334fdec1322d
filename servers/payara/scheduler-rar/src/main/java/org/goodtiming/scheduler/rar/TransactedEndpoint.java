package org.goodtiming.scheduler.rar;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.reflect.Method;

/**
 * The endpoint of a bean with a transaction for each message. A message without one is refused
 * before it is acknowledged.
 */
record TransactedEndpoint(
    MessageEndpointFactory factory,
    MessageEndpoint endpoint,
    MessageListener listener,
    EnlistmentTrackingXAResource session)
    implements MessageEndpoint, MessageListener {

  /**
   * @throws UnavailableException if the session takes part in no transaction: Artemis then rolls
   *     the session back, so that the broker delivers the message again
   */
  @Override
  public void beforeDelivery(Method method) throws NoSuchMethodException, ResourceException {
    endpoint.beforeDelivery(method);
    if (!session.isEnlisted()) {
      var refusal =
          new UnavailableException(
              "SCHED-0609 the server has no instance or no transaction for a message to %s; the message is not acknowledged, and the broker delivers it again"
                  .formatted(factory.getActivationName()));
      try {
        endpoint.afterDelivery();
      } catch (ResourceException | RuntimeException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
  }

  @Override
  public void onMessage(Message message) {
    listener.onMessage(message);
  }

  @Override
  public void afterDelivery() throws ResourceException {
    endpoint.afterDelivery();
  }

  @Override
  public void release() {
    endpoint.release();
  }
}
