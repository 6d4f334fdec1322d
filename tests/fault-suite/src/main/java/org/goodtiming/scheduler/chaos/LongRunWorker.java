package org.goodtiming.scheduler.chaos;

import java.nio.file.Path;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.chaos.worker.LongRunListener;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The application that executes long runs on each node. */
final class LongRunWorker {

  static final String QUEUE = LongRunListener.QUEUE;

  /** The name of the application on the servers. */
  static final String APPLICATION = "chaos-worker";

  private LongRunWorker() {}

  /** Writes its archive into a directory. */
  static Path archive(Path directory) {
    var file = directory.resolve(APPLICATION + ".war");
    ShrinkWrap.create(WebArchive.class)
        .addPackage(LongRunListener.class.getPackage())
        .addPackage(JobDelivery.class.getPackage())
        .addAsWebInfResource("chaos-worker-glassfish-ejb-jar.xml", "glassfish-ejb-jar.xml")
        .as(ZipExporter.class)
        .exportTo(file.toFile(), true);
    return file;
  }
}
