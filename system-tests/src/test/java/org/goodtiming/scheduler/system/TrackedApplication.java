package org.goodtiming.scheduler.system;

import java.nio.file.Path;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.system.tracked.TrackedWorker;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The worker of tracked jobs, deployed on the first node. */
public final class TrackedApplication implements AutoCloseable {

  public static final String QUEUE = "test.tracked";

  private final SystemStack stack;
  private final String name;

  /**
   * @param maxAttempts after so many deliveries of a job it is a dead letter
   */
  public TrackedApplication(SystemStack stack, int maxAttempts) {
    this.stack = stack;
    stack.allow(QUEUE);
    new BrokerManagement(stack.connectionFactory())
        .invoke(
            "broker",
            "addAddressSettings",
            QUEUE,
            """
            {"deadLetterAddress": "scheduler.dead", "redeliveryDelay": 2000, "maxDeliveryAttempts": %d}
            """
                .formatted(maxAttempts));
    Path file = stack.devStack().state().resolve("tracked.war");
    ShrinkWrap.create(WebArchive.class)
        .addPackage(TrackedWorker.class.getPackage())
        .addPackage(Execution.class.getPackage())
        .addAsWebInfResource("tracked-glassfish-ejb-jar.xml", "glassfish-ejb-jar.xml")
        .as(ZipExporter.class)
        .exportTo(file.toFile(), true);
    name = stack.node(1).deploy(file);
  }

  @Override
  public void close() {
    stack.node(1).undeploy(name);
  }
}
