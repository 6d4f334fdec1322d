package org.goodtiming.scheduler.rar;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.activemq.artemis.ra.inflow.ActiveMQActivationSpec;

/** The beans that get messages, and the queues from which they get none. */
final class BeanDeliveries implements SuspendableDeliveries {

  /** Artemis' methods that begin and end the deliveries to a bean. */
  interface Activations {

    void begin(MessageEndpointFactory factory, ActivationSpec spec) throws ResourceException;

    void end(MessageEndpointFactory factory, ActivationSpec spec);
  }

  /**
   * Queues that only the beans of the scheduler read. They wait for its first call, because the
   * server begins deliveries before the application can learn that its node is drained.
   */
  private static final Set<String> OF_SCHEDULER =
      Set.of("scheduler.jobs", "scheduler.reports", "scheduler.dead", "scheduler.expired");

  private final Activations activations;
  private final Map<ActivationSpec, MessageEndpointFactory> beans = new IdentityHashMap<>();
  private final Set<ActivationSpec> suspended = Collections.newSetFromMap(new IdentityHashMap<>());
  private Set<String> suspendedQueues = OF_SCHEDULER;

  BeanDeliveries(Activations activations) {
    this.activations = activations;
  }

  synchronized void add(MessageEndpointFactory factory, ActivationSpec spec)
      throws ResourceException {
    if (isSuspended(spec)) {
      suspended.add(spec);
    } else {
      activations.begin(factory, spec);
    }
    beans.put(spec, factory);
  }

  synchronized void remove(MessageEndpointFactory factory, ActivationSpec spec) {
    beans.remove(spec);
    if (!suspended.remove(spec)) {
      activations.end(factory, spec);
    }
  }

  @Override
  public synchronized void suspend(String[] queues) {
    suspendedQueues = new HashSet<>(Arrays.asList(queues));
    beans.forEach(this::adapt);
  }

  private void adapt(ActivationSpec spec, MessageEndpointFactory factory) {
    if (isSuspended(spec)) {
      if (suspended.add(spec)) {
        activations.end(factory, spec);
      }
    } else if (suspended.contains(spec)) {
      resume(spec, factory);
    }
  }

  private void resume(ActivationSpec spec, MessageEndpointFactory factory) {
    try {
      activations.begin(factory, spec);
      suspended.remove(spec);
    } catch (ResourceException e) {
      throw new IllegalStateException(
          "resume deliveries to %s: %s".formatted(factory.getActivationName(), e.getMessage()), e);
    }
  }

  private boolean isSuspended(ActivationSpec spec) {
    return spec instanceof ActiveMQActivationSpec artemis
        && suspendedQueues.contains(artemis.getDestination());
  }
}
