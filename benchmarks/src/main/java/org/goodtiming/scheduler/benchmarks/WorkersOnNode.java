package org.goodtiming.scheduler.benchmarks;

import java.nio.file.Path;
import java.util.Map;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;
import org.goodtiming.scheduler.benchmarks.worker.WaitingListener;
import org.goodtiming.scheduler.dev.DevStack;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The benchmark's workers, on the first node of a stack while this is open. */
public record WorkersOnNode(DevStack stack, String application) implements AutoCloseable {

  /** Deploys them. */
  public static WorkersOnNode deploy(DevStack stack) {
    Path file = stack.state().resolve("bench-workers.war");
    ShrinkWrap.create(WebArchive.class)
        .addPackage(DrainingListener.class.getPackage())
        .addPackage(JobDelivery.class.getPackage())
        .addAsWebInfResource("workers-glassfish-ejb-jar.xml", "glassfish-ejb-jar.xml")
        .as(ZipExporter.class)
        .exportTo(file.toFile(), true);
    return new WorkersOnNode(stack, stack.node(1).deploy(file));
  }

  /**
   * Deploys them, {@link WaitingListener} with so many instances.
   *
   * @param instances as many as sessions at the broker
   */
  public static WorkersOnNode deploy(DevStack stack, int instances) {
    var setting =
        Map.of(
            "propertyName", "bench.waiting.sessions",
            "propertyValue", Integer.toString(instances),
            "source", "domain");
    var answer = stack.node(1).asadmin("set-config-property", setting);
    if (!answer.success()) {
      throw new IllegalStateException(answer.message());
    }
    return deploy(stack);
  }

  @Override
  public void close() {
    stack.node(1).undeploy(application);
  }
}
