package org.goodtiming.scheduler.rar;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.apache.activemq.artemis.ra.ActiveMQResourceAdapter;
import org.apache.activemq.artemis.ra.inflow.ActiveMQActivationSpec;

/**
 * Artemis' resource adapter, which does not deliver a message to a bean without the transaction
 * that the bean needs.
 *
 * <p>Artemis acknowledges the message of such a bean before it calls the bean. If the server could
 * not begin the transaction, or had no instance of the bean, it does not say so before that call,
 * and the broker takes the acknowledgement at once: the message is lost (docs/adr/0052).
 *
 * <p>Deliveries can be suspended while the server runs, for a node that is drained (docs/adr/0100).
 */
public class TransactedResourceAdapter extends ActiveMQResourceAdapter {

  private static final long serialVersionUID = 1L;

  /**
   * How long the broker may take for an answer. After a takeover, the first question of a session
   * that reconnects was seen to get none (docs/adr/0124).
   */
  private static final long CALL_TIMEOUT_MILLIS = 5_000;

  private static final int UNLIMITED = -1;

  /** A server may have more than one adapter: for the scheduler, and of an application. */
  private final transient String deliveriesName = name("BeanDeliveries");

  private final transient String refusalsName = name("BrokerRefusals");

  private final transient BeanDeliveries deliveries = new BeanDeliveries(new OfArtemis());

  /**
   * Threads of the client deliver messages and notice that a connection is gone. All clients would
   * share eight for each processor: deliveries that wait for an answer of a broker that is gone
   * would keep these threads, and wait until the time of their calls is over.
   */
  public TransactedResourceAdapter() {
    setUseGlobalPools(false);
    setThreadPoolMaxSize(UNLIMITED);
    setCallTimeout(CALL_TIMEOUT_MILLIS);
  }

  /**
   * @param parameters in which {@code host} may be a list of the brokers of a pair, as the nodes
   *     have it in one variable
   */
  @Override
  public void setConnectionParameters(String parameters) {
    super.setConnectionParameters(new ConnectionParameters(parameters).ofEachHost().text());
    connectToEach();
  }

  @Override
  public void setConnectorClassName(String className) {
    super.setConnectorClassName(className);
    connectToEach();
  }

  /** A client that knows all brokers of a pair finds the active one, and follows it. */
  private void connectToEach() {
    String parameters = getConnectionParameters();
    String className = getConnectorClassName();
    if (parameters == null || className == null || className.contains(",")) {
      return;
    }
    var connectors = new ConnectionParameters(parameters);
    if (connectors.count() > 1) {
      super.setConnectorClassName(connectors.repeated(className));
      setHA(true);
    }
  }

  @Override
  public void start(BootstrapContext context) throws ResourceAdapterInternalException {
    super.start(context);
    register(deliveriesName, deliveries, SuspendableDeliveries.class);
    BrokerRefusals refusals = RefusalTrackingXAResource::takeDuplicate;
    register(refusalsName, refusals, BrokerRefusals.class);
  }

  private String name(String type) {
    return "org.goodtiming.scheduler:type=%s,adapter=%d"
        .formatted(type, System.identityHashCode(this));
  }

  private static <T> void register(String name, T bean, Class<T> type)
      throws ResourceAdapterInternalException {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      server.registerMBean(new StandardMBean(bean, type), new ObjectName(name));
    } catch (JMException e) {
      throw new ResourceAdapterInternalException("register " + name, e);
    }
  }

  @Override
  public void stop() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      server.unregisterMBean(new ObjectName(deliveriesName));
      server.unregisterMBean(new ObjectName(refusalsName));
    } catch (JMException e) {
      throw new IllegalStateException("unregister " + deliveriesName, e);
    } finally {
      super.stop();
    }
  }

  @Override
  public void endpointActivation(MessageEndpointFactory factory, ActivationSpec spec)
      throws ResourceException {
    deliveries.add(new TransactedEndpointFactory(factory), spec);
  }

  @Override
  public void endpointDeactivation(MessageEndpointFactory factory, ActivationSpec spec) {
    deliveries.remove(new TransactedEndpointFactory(factory), spec);
  }

  /** The deliveries as Artemis does them. */
  private final class OfArtemis implements BeanDeliveries.Activations {

    @Override
    public void begin(MessageEndpointFactory factory, ActivationSpec spec)
        throws ResourceException {
      // As the method of Artemis, which makes an activation of its own class
      var activation =
          new PatientActivation(
              TransactedResourceAdapter.this, factory, (ActiveMQActivationSpec) spec);
      getActivations().put(spec, activation);
      activation.start();
    }

    @Override
    public void end(MessageEndpointFactory factory, ActivationSpec spec) {
      TransactedResourceAdapter.super.endpointDeactivation(factory, spec);
    }
  }
}
