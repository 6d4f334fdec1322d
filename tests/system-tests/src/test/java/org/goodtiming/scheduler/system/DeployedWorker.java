package org.goodtiming.scheduler.system;

import java.nio.file.Path;
import org.goodtiming.scheduler.api.JobDelivery;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A worker with the API in its archive, deployed on the first node. */
public final class DeployedWorker implements AutoCloseable {

  private final SystemStack stack;
  private final String application;

  /**
   * @param name of the archive, and of its descriptor {@code NAME-glassfish-ejb-jar.xml}, if it has
   *     one
   * @param worker whose package is deployed
   */
  public DeployedWorker(SystemStack stack, String name, Class<?> worker) {
    this.stack = stack;
    Path file = stack.devStack().state().resolve(name + ".war");
    WebArchive archive =
        ShrinkWrap.create(WebArchive.class)
            .addPackage(worker.getPackage())
            .addPackage(JobDelivery.class.getPackage());
    String descriptor = name + "-glassfish-ejb-jar.xml";
    if (DeployedWorker.class.getClassLoader().getResource(descriptor) != null) {
      archive.addAsWebInfResource(descriptor, "glassfish-ejb-jar.xml");
    }
    archive.as(ZipExporter.class).exportTo(file.toFile(), true);
    application = stack.node(1).deploy(file);
  }

  @Override
  public void close() {
    stack.node(1).undeploy(application);
  }
}
