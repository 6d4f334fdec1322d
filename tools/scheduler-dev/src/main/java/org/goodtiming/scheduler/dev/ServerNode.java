package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * An application server of a stack, with the scheduler on it; it keeps its name, directory and
 * transaction log over stops and crashes. A subclass knows how one kind of server is set up,
 * started, stopped and deployed to.
 */
public abstract class ServerNode extends Component {
  /** A node with an agent took 206 s on two cores at a load of 12. */
  static final Duration START_LIMIT = Duration.ofSeconds(360);

  static final Duration DEPLOY_LIMIT = Duration.ofSeconds(180);
  static final Duration STOP_LIMIT = Duration.ofSeconds(45);

  private final NodePorts ports;
  private final NodeDirectory directory;
  private final NodeEnvironment surroundings;
  private volatile boolean hasRun;

  ServerNode(String name, NodePorts ports, NodeDirectory directory, NodeEnvironment surroundings) {
    super(name, surroundings.processes());
    this.ports = ports;
    this.directory = directory;
    this.surroundings = surroundings;
  }

  /** The type of the server. */
  public abstract ServerType type();

  /** The server and its version, in its words. */
  public abstract String version();

  /** The instructions for its administration, for the banner. */
  abstract String administration();

  /** The port for users. */
  public int httpPort() {
    return ports.http();
  }

  /** The port for those who ask for its health. */
  public int healthPort() {
    return ports.health();
  }

  /** The address of the web console. */
  public String consoleUrl() {
    return url() + "/scheduler/";
  }

  /** The address of the REST API, without a slash at its end. */
  public String restUrl() {
    return url() + "/scheduler/api/v1";
  }

  /** The first user of console and REST API, who may do everything. */
  public String restUser() {
    return "admin";
  }

  /** The password of {@link #restUser}. */
  public String restPassword() {
    return surroundings.environment().getOrDefault(NodeEnvironment.REST_PASSWORD, "");
  }

  /** The address for users, without a slash at its end. */
  public String url() {
    return url(ports.http());
  }

  @Override
  public Path log() {
    return directory.log();
  }

  /** Starts it and deploys what has changed; returns when all applications are ready. */
  @Override
  public void start() {
    start(Map.of());
  }

  /** The same with further environment variables, this time only. */
  public void start(Map<String, String> environment) {
    boot(environment);
    complete(message -> {});
  }

  /**
   * Deletes all data on its disk, like a new machine that replaces a lost machine under the same
   * name. Call it while the node does not run.
   */
  public void loseDisk() {
    directory.delete();
    FileTree.delete(surroundings.transactions());
  }

  /**
   * Deploys an archive, or deploys it anew.
   *
   * @return the name of the application, to {@link #undeploy} it
   */
  public abstract String deploy(Path archive);

  /** Removes an application; deploying its archive restores it. */
  public abstract void undeploy(String application);

  /**
   * Prepares a start with another {@code SCHEDULER_TRANSACTIONS} in its environment; to be called
   * while the node runs.
   */
  public void switchTransactions(String mode) {}

  /** Whether all applications are ready. */
  public boolean healthy() {
    return new HealthProbe(readyUrl()).succeeds();
  }

  /** The node's answer about its readiness, or the reason why it does not answer. */
  public String health() {
    return new HealthProbe(readyUrl()).answer();
  }

  @Override
  String statement() {
    return ", and says " + health();
  }

  /** The address that tells whether all applications are ready. */
  String readyUrl() {
    return url() + HealthProbe.MICROPROFILE;
  }

  /**
   * Whether there is no transaction to be recovered, so that nothing needs to be up before this.
   */
  boolean hasNothingToRecover() {
    return !Files.exists(surroundings.transactions());
  }

  /** Starts the server with the existing deployments; the database and the broker may be down. */
  void boot() {
    boot(Map.of());
  }

  private void boot(Map<String, String> further) {
    if (!directory.isSetUp()) {
      directory.lay();
    }
    // A node without a past may start beside the database and the broker.
    if (hasRun || !hasNothingToRecover()) {
      surroundings.gate().pass();
    }
    var environment = new HashMap<>(surroundings.environment());
    environment.putAll(further);
    launch(environment);
    new Readiness(this, START_LIMIT).await(this::booted);
  }

  /** The part of the start that needs the database and the broker. */
  void complete(Consumer<String> progress) {
    if (!directory.isSetUp()) {
      checkSetUp(progress);
      directory.markSetUp();
    }
    var archives = surroundings.archives().stream().filter(Files::exists).toList();
    archives.stream().filter(archive -> !directory.isDeployed(archive)).forEach(this::deploy);
    // Without any application MicroProfile Health never says UP.
    if (!archives.isEmpty()) {
      new Readiness(this, START_LIMIT).await(this::healthy);
    }
  }

  private void launch(Map<String, String> environment) {
    prepareLaunch(environment);
    try {
      OwnerOnly.directory(surroundings.transactions());
      var command = directory.launchCommand();
      launched(
          server()
              .start(
                  new Launch(
                      name(), command, surroundings.transactions(), console(), environment)));
      hasRun = true;
    } catch (IOException e) {
      throw Problem.NOT_STARTED.because(e, name(), e.getMessage());
    }
  }

  /** Sets in the server's files what may have changed since the last start. */
  void prepareLaunch(Map<String, String> environment) {}

  /** Gives the launched process its input. */
  void launched(Process server) throws IOException {}

  /** Whether the server and the applications of earlier runs are up. */
  abstract boolean booted();

  /**
   * Checks after the first boot that the set-up is whole and reaches the database and the broker.
   *
   * @throws DevStackException if it is not
   */
  abstract void checkSetUp(Consumer<String> progress);

  NodeEnvironment surroundings() {
    return surroundings;
  }

  /**
   * The newer of console and log; the console has the output of the JVM, and of the server before
   * it has a log.
   */
  @Override
  Path lastWords() {
    return newer(console(), log());
  }

  Path console() {
    return surroundings.console();
  }

  static String url(int port) {
    return "http://127.0.0.1:" + port;
  }
}
