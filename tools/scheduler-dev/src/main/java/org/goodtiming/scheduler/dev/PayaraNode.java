package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One Payara server of a stack; it keeps its name, domain and transaction log over stops and
 * crashes.
 */
public final class PayaraNode extends Component {
  private static final Duration START_LIMIT = Duration.ofSeconds(180);
  private static final Duration DEPLOY_LIMIT = Duration.ofSeconds(180);
  private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(45);
  private static final List<String> POOLS =
      List.of(
          "jms-pool",
          "watch-pool",
          "registrar-pool",
          "worker-pool",
          "lease-pool",
          "read-pool",
          "shop-pool");

  private final NodePorts ports;
  private final PayaraDomain domain;
  private final NodeEnvironment surroundings;
  private final PayaraAdmin admin;
  private volatile boolean hasRun;

  PayaraNode(String name, NodePorts ports, PayaraDomain domain, NodeEnvironment surroundings) {
    super(name, surroundings.processes());
    this.ports = ports;
    this.domain = domain;
    this.surroundings = surroundings;
    this.admin = new PayaraAdmin(ports.admin(), surroundings.adminPassword());
  }

  /** The port for users. */
  public int httpPort() {
    return ports.http();
  }

  /** The port for those who ask for its health. */
  public int healthPort() {
    return ports.health();
  }

  /** The port for administration. */
  public int adminPort() {
    return ports.admin();
  }

  /** The name of the administrator. */
  public String adminUser() {
    return PayaraAdmin.USER;
  }

  /** The password of {@link #adminUser}. */
  public String adminPassword() {
    return surroundings.adminPassword();
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
    return domain.log();
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

  /** Stops it gracefully: applications are stopped before it ends. */
  @Override
  public void stop() {
    resume();
    if (running() && admin.succeeds("stop-domain", COMMAND_LIMIT)) {
      server().awaitEnd(STOP_LIMIT);
    }
    server().stop("TERM", STOP_LIMIT);
  }

  /**
   * Deletes all data on its disk, as when a new machine replaces a lost one under the same name; to
   * be called while the node does not run.
   */
  public void loseDisk() {
    domain.delete();
    FileTree.delete(surroundings.transactions());
  }

  /**
   * Deploys an archive, or deploys it anew.
   *
   * @return the name of the application: the one in its descriptor, or else that of the file
   */
  public String deploy(Path archive) {
    var parameters = Map.of("DEFAULT", archive.toAbsolutePath().toString(), "force", "true");
    var answer = ask("deploy", parameters, DEPLOY_LIMIT);
    var application = answer.deployedName();
    if (application.isEmpty()) {
      throw Problem.NOT_DEPLOYED.with(archive, name(), answer.message(), log());
    }
    domain.markDeployed(application.get(), archive);
    return application.get();
  }

  /** Removes an application; deploying its archive restores it. */
  public void undeploy(String application) {
    domain.forgetDeployed(application);
    var answer = ask("undeploy", Map.of("DEFAULT", application), DEPLOY_LIMIT);
    if (!answer.success()) {
      throw Problem.NOT_DEPLOYED.with(application, name(), answer.message(), log());
    }
  }

  /**
   * Carries out an administration command; the parameter of a command without a name is DEFAULT.
   */
  public AdminAnswer asadmin(String command, Map<String, String> parameters) {
    return ask(command, parameters, COMMAND_LIMIT);
  }

  /** Whether MicroProfile Health says that all applications are ready. */
  public boolean healthy() {
    return new HealthProbe(url()).succeeds();
  }

  /** What MicroProfile Health answers, or why it does not answer. */
  public String health() {
    return new HealthProbe(url()).answer();
  }

  /**
   * Whether there is no transaction to be recovered, so that nothing needs to be up before this.
   */
  boolean hasNothingToRecover() {
    return !Files.exists(surroundings.transactions());
  }

  /** Starts the server with what is deployed already; the database and the broker may not be up. */
  void boot() {
    boot(Map.of());
  }

  private void boot(Map<String, String> environment) {
    if (!domain.isSetUp()) {
      domain.lay();
    }
    // A node without a past may start beside the database and the broker.
    if (hasRun || !hasNothingToRecover()) {
      surroundings.gate().pass();
    }
    domain.letIn(PayaraAdmin.USER, surroundings.adminPassword());
    launch(environment);
    new Readiness(this, START_LIMIT).await(this::listsApplications);
  }

  /** The part of the start that needs the database and the broker. */
  void complete(Consumer<String> progress) {
    if (!domain.isSetUp()) {
      refuseHalfSetUp();
      checkPools(progress);
      domain.markSetUp();
    }
    var archives = surroundings.archives().stream().filter(Files::exists).toList();
    archives.stream().filter(archive -> !domain.isDeployed(archive)).forEach(this::deploy);
    // Without any application MicroProfile Health never says UP.
    if (!archives.isEmpty()) {
      new Readiness(this, START_LIMIT).await(this::healthy);
    }
  }

  private void launch(Map<String, String> further) {
    var environment = new HashMap<>(surroundings.environment());
    environment.putAll(further);
    domain.logAs(environment.getOrDefault(NodeEnvironment.LOG_FORMAT, "text"));
    try {
      OwnerOnly.directory(surroundings.transactions());
      var launch =
          new Launch(
              name(), domain.launchCommand(), surroundings.transactions(), console(), environment);
      giveMasterPassword(server().start(launch));
      hasRun = true;
    } catch (IOException e) {
      throw Problem.NOT_STARTED.because(e, name(), e.getMessage());
    }
  }

  private void checkPools(Consumer<String> progress) {
    var own = Stream.of(surroundings.schedulerPool());
    for (var pool : Stream.concat(own, POOLS.stream()).toList()) {
      var answer = ping(pool);
      // A pool gives up on the broker after 1.5 s, which a busy machine may exceed.
      if (!answer.success()) {
        progress.accept("%s asks again: %s".formatted(name(), answer.message()));
        answer = ping(pool);
      }
      if (!answer.success()) {
        throw Problem.NOT_CONFIGURED.with(name(), answer.message(), log());
      }
    }
  }

  private AdminAnswer ping(String pool) {
    return asadmin("ping-connection-pool", Map.of("DEFAULT", pool));
  }

  // Payara keeps the question until the applications of earlier runs are loaded, while MicroProfile
  // Health says UP before that. Patience, for it logs an error when the asker goes away.
  private boolean listsApplications() {
    return admin.succeeds("list-applications", COMMAND_LIMIT);
  }

  private void refuseHalfSetUp() {
    // The log begins after the pre-boot commands: what became of those is on the console.
    Stream.of(console(), log())
        .flatMap(file -> new BootLog(file).refusedCommand().stream())
        .findFirst()
        .ifPresent(
            command -> {
              throw Problem.NOT_CONFIGURED.with(name(), command, console() + " and " + log());
            });
  }

  // It opens the shipped key store, which guards nothing here.
  private static void giveMasterPassword(Process server) throws IOException {
    try (var input = server.getOutputStream()) {
      input.write("AS_ADMIN_MASTERPASSWORD=changeit\n".getBytes(UTF_8));
    }
  }

  private AdminAnswer ask(String command, Map<String, String> parameters, Duration limit) {
    try {
      return admin.ask(command, parameters, limit);
    } catch (IOException e) {
      throw Problem.NO_ANSWER.because(e, name(), command, e, log());
    }
  }

  /** The JVM's own words are on the console, and what the server says until it has a log. */
  @Override
  Path lastWords() {
    return newer(console(), log());
  }

  private Path console() {
    return surroundings.console();
  }

  static String url(int port) {
    return "http://127.0.0.1:" + port;
  }
}
