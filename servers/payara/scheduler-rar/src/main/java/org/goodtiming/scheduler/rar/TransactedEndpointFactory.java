package org.goodtiming.scheduler.rar;

import jakarta.jms.MessageListener;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.reflect.Method;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Creates endpoints that refuse a message without a transaction. */
record TransactedEndpointFactory(MessageEndpointFactory factory) implements MessageEndpointFactory {

  /**
   * @param session null if the delivery needs no XA transaction
   */
  @Override
  public MessageEndpoint createEndpoint(@Nullable XAResource session) throws UnavailableException {
    if (session == null) {
      return factory.createEndpoint(null);
    }
    var tracked = new EnlistmentTrackingXAResource(session);
    return transacted(factory.createEndpoint(tracked), tracked);
  }

  /**
   * @param session null if the delivery needs no XA transaction
   * @param timeout ms
   */
  @Override
  public MessageEndpoint createEndpoint(@Nullable XAResource session, long timeout)
      throws UnavailableException {
    if (session == null) {
      return factory.createEndpoint(null, timeout);
    }
    var tracked = new EnlistmentTrackingXAResource(session);
    return transacted(factory.createEndpoint(tracked, timeout), tracked);
  }

  private MessageEndpoint transacted(
      MessageEndpoint endpoint, EnlistmentTrackingXAResource session) {
    return new TransactedEndpoint(factory, endpoint, (MessageListener) endpoint, session);
  }

  @Override
  public boolean isDeliveryTransacted(Method method) throws NoSuchMethodException {
    return factory.isDeliveryTransacted(method);
  }

  @Override
  public String getActivationName() {
    return factory.getActivationName();
  }

  @Override
  public Class<?> getEndpointClass() {
    return factory.getEndpointClass();
  }
}
