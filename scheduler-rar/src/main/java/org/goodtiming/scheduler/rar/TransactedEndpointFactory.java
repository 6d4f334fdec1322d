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
   * @param session null if the bean has no transactions
   */
  @Override
  public MessageEndpoint createEndpoint(@Nullable XAResource session) throws UnavailableException {
    if (session == null) {
      return factory.createEndpoint(null);
    }
    var branch = new SessionBranch(session);
    return transacted(factory.createEndpoint(branch), branch);
  }

  /**
   * @param session null if the bean has no transactions
   * @param timeout ms
   */
  @Override
  public MessageEndpoint createEndpoint(@Nullable XAResource session, long timeout)
      throws UnavailableException {
    if (session == null) {
      return factory.createEndpoint(null, timeout);
    }
    var branch = new SessionBranch(session);
    return transacted(factory.createEndpoint(branch, timeout), branch);
  }

  private MessageEndpoint transacted(MessageEndpoint endpoint, SessionBranch branch) {
    return new TransactedEndpoint(
        getActivationName(), endpoint, (MessageListener) endpoint, branch);
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
