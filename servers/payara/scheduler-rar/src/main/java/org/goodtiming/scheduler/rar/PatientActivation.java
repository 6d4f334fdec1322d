package org.goodtiming.scheduler.rar;

import jakarta.jms.Topic;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.ra.ActiveMQResourceAdapter;
import org.apache.activemq.artemis.ra.inflow.ActiveMQActivation;
import org.apache.activemq.artemis.ra.inflow.ActiveMQActivationSpec;

/**
 * Deliveries to a bean that may be deployed before its queue, or before its login may read it.
 * Artemis tries again by itself, and would log each attempt with a stack trace.
 */
final class PatientActivation extends ActiveMQActivation {

  private final ActivationLog log;

  PatientActivation(
      ActiveMQResourceAdapter adapter, MessageEndpointFactory factory, ActiveMQActivationSpec spec)
      throws ResourceException {
    super(adapter, factory, spec);
    boolean topic = Topic.class.getName().equals(spec.getDestinationType());
    log = new ActivationLog(String.valueOf(spec.getDestination()), topic, System::nanoTime);
  }

  @Override
  protected synchronized void setup() throws Exception {
    try {
      super.setup();
    } catch (ActiveMQException e) {
      throw log.failed(e);
    }
    log.succeeded();
  }
}
