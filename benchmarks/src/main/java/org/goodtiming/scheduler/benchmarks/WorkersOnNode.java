package org.goodtiming.scheduler.benchmarks;

import java.nio.file.Path;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;
import org.goodtiming.scheduler.dev.DevStack;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Workers that do nothing, on the first node of a stack while this is open. */
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

  @Override
  public void close() {
    stack.node(1).undeploy(application);
  }
}
