package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A node that is a Payara Server, of one version or another. */
public final class PayaraNode extends ServerNode {
  private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);
  private static final List<String> POOLS =
      List.of(
          "jms-pool",
          "target-pool",
          "watch-pool",
          "registrar-pool",
          "worker-pool",
          "lease-pool",
          "read-pool",
          "shop-pool");

  private final ServerType type;
  private final PayaraDomain domain;
  private final PayaraAdmin admin;
  private final int adminPort;

  PayaraNode(
      ServerType type,
      String name,
      NodePorts ports,
      PayaraDomain domain,
      NodeEnvironment surroundings) {
    super(name, ports, domain, surroundings);
    this.type = type;
    this.domain = domain;
    this.adminPort = ports.admin();
    this.admin = new PayaraAdmin(adminPort, surroundings.adminPassword());
  }

  @Override
  public ServerType type() {
    return type;
  }

  @Override
  public String version() {
    return asadmin("version", Map.of()).message();
  }

  @Override
  String administration() {
    return "administration on port %d, user %s".formatted(adminPort(), adminUser());
  }

  /** The port for administration. */
  public int adminPort() {
    return adminPort;
  }

  /** The name of the administrator. */
  public String adminUser() {
    return PayaraAdmin.USER;
  }

  /** The password of {@link #adminUser}. */
  public String adminPassword() {
    return surroundings().adminPassword();
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

  /** Deploys an archive; returns the name in its descriptor, or else that of the file. */
  @Override
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

  @Override
  public void undeploy(String application) {
    domain.forgetDeployed(application);
    var answer = ask("undeploy", Map.of("DEFAULT", application), DEPLOY_LIMIT);
    if (!answer.success()) {
      throw Problem.NOT_DEPLOYED.with(application, name(), answer.message(), log());
    }
  }

  /** Switches the pool; the first start has written its name to the resource. */
  @Override
  public void switchTransactions(String mode) {
    var pool = "resources.jdbc-resource.jdbc/scheduler.pool-name=scheduler-" + mode;
    var answer = asadmin("set", Map.of("DEFAULT", pool));
    if (!answer.success()) {
      throw Problem.NOT_CONFIGURED.with(name(), answer.message(), log());
    }
  }

  /**
   * Carries out an administration command; the parameter of a command without a name is DEFAULT.
   */
  public AdminAnswer asadmin(String command, Map<String, String> parameters) {
    return ask(command, parameters, COMMAND_LIMIT);
  }

  @Override
  void prepareLaunch(Map<String, String> environment) {
    domain.letIn(PayaraAdmin.USER, surroundings().adminPassword());
    domain.logAs(environment.getOrDefault(NodeEnvironment.LOG_FORMAT, "text"));
  }

  @Override
  void checkSetUp(Consumer<String> progress) {
    refuseHalfSetUp();
    // Recovery loads all pools, too, and Payara loses one that two threads load at once (RAR6021)
    new Readiness(this, START_LIMIT).await(new BootLog(log())::recovered);
    checkPools(progress);
  }

  private void checkPools(Consumer<String> progress) {
    var own = Stream.of(surroundings().schedulerPool());
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
  @Override
  boolean booted() {
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
  @Override
  void launched(Process server) throws IOException {
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
}
