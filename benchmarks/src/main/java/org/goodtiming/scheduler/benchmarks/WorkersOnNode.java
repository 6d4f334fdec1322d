package org.goodtiming.scheduler.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.benchmarks.longrun.WaitingRunListener;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;
import org.goodtiming.scheduler.benchmarks.worker.WaitingListener;
import org.goodtiming.scheduler.dev.DevStack;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.Asset;
import org.jboss.shrinkwrap.api.asset.ClassLoaderAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The benchmark's workers, on the first node of a stack while this is open. */
public record WorkersOnNode(DevStack stack, String application) implements AutoCloseable {

  private static final String INSTANCES = "WAITING_INSTANCES";

  /** Deploys them. */
  public static WorkersOnNode deploy(DevStack stack) {
    return deploy(stack, 1);
  }

  /**
   * Deploys them, {@link WaitingListener} with so many instances.
   *
   * @param instances as many as sessions at the broker
   */
  public static WorkersOnNode deploy(DevStack stack, int instances) {
    return deploy(
        stack, "bench-workers", DrainingListener.class.getPackage(), descriptor(instances));
  }

  /** Deploys the worker of long runs instead. */
  public static WorkersOnNode deployLongRuns(DevStack stack) {
    return deploy(
        stack,
        "bench-long-runs",
        WaitingRunListener.class.getPackage(),
        new ClassLoaderAsset("longrun-glassfish-ejb-jar.xml"));
  }

  private static WorkersOnNode deploy(
      DevStack stack, String application, Package workers, Asset descriptor) {
    Path file = stack.state().resolve(application + ".war");
    ShrinkWrap.create(WebArchive.class)
        .addPackage(workers)
        .addPackage(JobDelivery.class.getPackage())
        .addAsWebInfResource(descriptor, "glassfish-ejb-jar.xml")
        .as(ZipExporter.class)
        .exportTo(file.toFile(), true);
    return new WorkersOnNode(stack, stack.node(1).deploy(file));
  }

  // Written into the descriptor: Payara keeps the value of a configuration property for a minute,
  // so
  // that a changed one would not reach the next deployment
  private static Asset descriptor(int instances) {
    try (var resource =
        Objects.requireNonNull(
            WorkersOnNode.class.getResourceAsStream("/workers-glassfish-ejb-jar.xml"))) {
      var text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      return new StringAsset(text.replace(INSTANCES, Integer.toString(instances)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    stack.node(1).undeploy(application);
  }
}
