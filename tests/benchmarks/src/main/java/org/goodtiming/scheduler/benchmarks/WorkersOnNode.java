package org.goodtiming.scheduler.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.benchmarks.longrun.WaitingRunListener;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;
import org.goodtiming.scheduler.benchmarks.worker.WaitingListener;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.ServerNode;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.Asset;
import org.jboss.shrinkwrap.api.asset.ClassLoaderAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The benchmark's workers, on nodes of a stack while this is open. */
public record WorkersOnNode(List<ServerNode> nodes, String application) implements AutoCloseable {

  private static final String INSTANCES = "WAITING_INSTANCES";

  /** Deploys them on the first node. */
  public static WorkersOnNode deploy(DevStack stack) {
    return deploy(stack, 1);
  }

  /** Deploys the workers with a number of instances of {@link WaitingListener}. */
  public static WorkersOnNode deploy(DevStack stack, int instances) {
    return deploy(stack, List.of(stack.node(1)), instances);
  }

  /**
   * Deploys them, {@link WaitingListener} with so many instances on each node.
   *
   * @param instances as many as sessions at the broker
   */
  public static WorkersOnNode deploy(DevStack stack, List<ServerNode> nodes, int instances) {
    Path file =
        archive(stack, "bench-workers", DrainingListener.class.getPackage(), descriptor(instances));
    return deploy(nodes, file);
  }

  /** Deploys the worker of long runs instead. */
  public static WorkersOnNode deployLongRuns(DevStack stack) {
    Path file =
        archive(
            stack,
            "bench-long-runs",
            WaitingRunListener.class.getPackage(),
            new ClassLoaderAsset("longrun-glassfish-ejb-jar.xml"));
    return deploy(List.of(stack.node(1)), file);
  }

  private static WorkersOnNode deploy(List<ServerNode> nodes, Path file) {
    String application = "";
    for (ServerNode node : nodes) {
      application = node.deploy(file);
    }
    return new WorkersOnNode(nodes, application);
  }

  private static Path archive(
      DevStack stack, String application, Package workers, Asset descriptor) {
    Path file = stack.state().resolve(application + ".war");
    ShrinkWrap.create(WebArchive.class)
        .addPackage(workers)
        .addPackage(JobDelivery.class.getPackage())
        .addAsWebInfResource(descriptor, "glassfish-ejb-jar.xml")
        .as(ZipExporter.class)
        .exportTo(file.toFile(), true);
    return file;
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
    nodes.forEach(node -> node.undeploy(application));
  }
}
