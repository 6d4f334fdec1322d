package org.goodtiming.scheduler.benchmarks.crash;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.benchmarks.booking.BookingListener;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.ServerNode;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Workers on the nodes themselves while this is open. */
final class BookingWorkers implements AutoCloseable {
  private final Path file;
  private final Map<ServerNode, String> deployed = new LinkedHashMap<>();

  BookingWorkers(DevStack stack) {
    file = stack.state().resolve("bench-booking.war");
  }

  void deployOn(ServerNode node) {
    if (deployed.isEmpty()) {
      pack();
    }
    deployed.computeIfAbsent(node, one -> one.deploy(file));
  }

  @Override
  public void close() {
    deployed.forEach(
        (node, application) -> {
          if (!node.running()) {
            node.start();
          }
          node.undeploy(application);
        });
    deployed.clear();
  }

  private void pack() {
    ShrinkWrap.create(WebArchive.class)
        .addPackage(BookingListener.class.getPackage())
        .addPackage(JobDelivery.class.getPackage())
        .addAsWebInfResource("booking-glassfish-ejb-jar.xml", "glassfish-ejb-jar.xml")
        .as(ZipExporter.class)
        .exportTo(file.toFile(), true);
  }
}
