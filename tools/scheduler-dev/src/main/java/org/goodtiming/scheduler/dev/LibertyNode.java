package org.goodtiming.scheduler.dev;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** A node that is an Open Liberty. */
final class LibertyNode extends ServerNode {
  static final String SCHEDULER = "scheduler-ear.ear";

  private final LibertyDirectory directory;
  private final LibertyConsole console;

  LibertyNode(
      String name, NodePorts ports, LibertyDirectory directory, NodeEnvironment surroundings) {
    super(name, ports, directory, surroundings);
    this.directory = directory;
    this.console = new LibertyConsole(surroundings.console());
  }

  @Override
  public ServerType type() {
    return ServerType.LIBERTY;
  }

  @Override
  public String version() {
    return directory.version();
  }

  @Override
  String administration() {
    return "no administration by network";
  }

  @Override
  public void stop() {
    server().stop("TERM", STOP_LIMIT);
  }

  @Override
  public String deploy(Path archive) {
    var target = directory.archive(archive);
    var application = application(target);
    var before = console.starts(application);
    try {
      var draft = directory.root().resolve(target.getFileName());
      FileTree.copy(archive, draft);
      Files.move(draft, target, ATOMIC_MOVE);
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, target, e);
    }
    new Readiness(this, DEPLOY_LIMIT).await(() -> console.starts(application) > before);
    console
        .failure(application)
        .ifPresent(
            reason -> {
              throw Problem.NOT_DEPLOYED.with(archive, name(), reason, log());
            });
    directory.markDeployed(application, archive);
    return application;
  }

  @Override
  public void undeploy(String application) {
    directory.forgetDeployed(application);
    var before = console.stops(application);
    try (var files = Files.newDirectoryStream(directory.dropins(), application + ".*")) {
      for (var file : files) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, directory.dropins(), e);
    }
    new Readiness(this, DEPLOY_LIMIT).await(() -> console.stops(application) > before);
  }

  /** The application's name: that of server.xml, or the name that Liberty gives. */
  private static String application(Path target) {
    var file = target.getFileName().toString();
    return file.equals(SCHEDULER) ? "scheduler" : file.substring(0, file.lastIndexOf('.'));
  }

  @Override
  void prepareLaunch(Map<String, String> environment) {
    directory.writeEnvironment(environment.getOrDefault(NodeEnvironment.LOG_FORMAT, "text"));
  }

  @Override
  boolean booted() {
    return console.isServerReady();
  }

  @Override
  void checkSetUp(Consumer<String> progress) {
    console
        .refusedConfiguration()
        .ifPresent(
            line -> {
              throw Problem.NOT_CONFIGURED.with(name(), line, console());
            });
  }
}
