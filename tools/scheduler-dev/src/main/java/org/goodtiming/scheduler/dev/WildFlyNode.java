package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** A node that is a WildFly. */
final class WildFlyNode extends ServerNode {
  private final WildFlyDirectory directory;
  private final int adminPort;

  WildFlyNode(
      String name, NodePorts ports, WildFlyDirectory directory, NodeEnvironment surroundings) {
    super(name, ports, directory, surroundings);
    this.directory = directory;
    this.adminPort = ports.admin();
  }

  @Override
  public ServerType type() {
    return ServerType.WILDFLY;
  }

  @Override
  public String version() {
    return directory.version();
  }

  @Override
  String administration() {
    return "administration by jboss-cli.sh on port " + adminPort;
  }

  /** WildFly stops applications, then pools, when it is asked to end. */
  @Override
  public void stop() {
    server().stop("TERM", STOP_LIMIT);
  }

  @Override
  public String deploy(Path archive) {
    var application = archive.getFileName().toString();
    var markers = new DeploymentMarkers(directory.deployments(), application);
    try {
      markers.request(archive);
      new Readiness(this, DEPLOY_LIMIT).await(markers::isAnswered);
      refuseFailed(markers);
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, directory.deployments(), e);
    }
    directory.markDeployed(application, archive);
    return application;
  }

  @Override
  public void undeploy(String application) {
    directory.forgetDeployed(application);
    var markers = new DeploymentMarkers(directory.deployments(), application);
    try {
      markers.requestRemoval();
      new Readiness(this, DEPLOY_LIMIT).await(markers::isRemoved);
      markers.delete();
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, directory.deployments(), e);
    }
  }

  @Override
  void prepareLaunch(Map<String, String> environment) {
    directory.logAs(environment.getOrDefault(NodeEnvironment.LOG_FORMAT, "text"));
    try {
      Files.deleteIfExists(directory.startupMarker());
      // Deployments that failed because of the database or the broker would stay undeployed.
      for (var markers : DeploymentMarkers.all(directory.deployments()).toList()) {
        markers.requestFailed();
      }
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, directory.root(), e);
    }
  }

  // It asks no MicroProfile Health of a web module in an EAR.
  @Override
  String readyUrl() {
    return url() + HealthProbe.SCHEDULER;
  }

  @Override
  boolean booted() {
    return Files.exists(directory.startupMarker());
  }

  @Override
  void checkSetUp(Consumer<String> progress) {
    try {
      for (var markers : DeploymentMarkers.all(directory.deployments()).toList()) {
        new Readiness(this, DEPLOY_LIMIT).await(markers::isAnswered);
        refuseFailed(markers);
      }
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, directory.deployments(), e);
    }
  }

  private void refuseFailed(DeploymentMarkers markers) throws IOException {
    if (markers.hasFailed()) {
      throw Problem.NOT_DEPLOYED.with(markers.application(), name(), markers.failure(), log());
    }
  }
}
