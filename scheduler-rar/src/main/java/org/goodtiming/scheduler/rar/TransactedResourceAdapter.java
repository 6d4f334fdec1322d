package org.goodtiming.scheduler.rar;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import org.apache.activemq.artemis.ra.ActiveMQResourceAdapter;

/**
 * Artemis' resource adapter, which does not deliver a message to a bean without the transaction
 * that the bean needs.
 *
 * <p>Artemis acknowledges the message of such a bean before it calls the bean. If the server could
 * not begin the transaction, or had no instance of the bean, it does not say so before that call,
 * and the broker takes the acknowledgement at once: the message is lost (docs/adr/0052).
 */
public class TransactedResourceAdapter extends ActiveMQResourceAdapter {

  private static final long serialVersionUID = 1L;

  @Override
  public void endpointActivation(MessageEndpointFactory factory, ActivationSpec spec)
      throws ResourceException {
    super.endpointActivation(new TransactedEndpointFactory(factory), spec);
  }
}
