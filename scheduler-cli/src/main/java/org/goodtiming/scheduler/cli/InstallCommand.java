package org.goodtiming.scheduler.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.install.BrokerInstallation;
import org.goodtiming.scheduler.install.BrokerUser;
import org.goodtiming.scheduler.install.DatabaseAddress;
import org.goodtiming.scheduler.install.DatabaseInstallation;
import org.goodtiming.scheduler.install.DatabaseRole;
import org.goodtiming.scheduler.install.NodeSettings;
import org.goodtiming.scheduler.install.PasswordFile;
import org.goodtiming.scheduler.install.ServerInstallation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "install", description = "Sets up the servers of an installation.")
final class InstallCommand extends Noun {

  @Command(
      description =
          "Creates the database at --url, its roles and its schema, as far as they are missing.")
  void database(
      @Option(
              names = "--admin",
              paramLabel = "NAME",
              defaultValue = "postgres",
              description =
                  "A superuser, ${DEFAULT-VALUE} if not given. The password comes from GOODTIMING_ADMIN_PASSWORD, the file GOODTIMING_ADMIN_PASSWORD_FILE, or a prompt.")
          String admin,
      @Option(
              names = "--passwords",
              paramLabel = "FILE",
              description =
                  "Lines SCHEDULER_XA_PASSWORD=..., and so on. Passwords that are neither there nor in the environment are made, and added to it. Without it they are asked for.")
          @Nullable Path passwords,
      @Mixin StepOptions steps) {
    DatabaseLogin login =
        DatabaseLogin.of(around(), databaseUrl(), admin, "GOODTIMING_ADMIN_PASSWORD");
    DatabaseInstallation installation =
        new DatabaseInstallation(login.address(), login.user(), login.password());
    steps.execute(
        () ->
            installation.steps(
                passwords(installation.rolesWithoutPassword(), passwords, steps.isDryRun())),
        output(),
        "Nothing is to be done");
  }

  @Command(
      description =
          "Changes the configuration of a broker instance that 'artemis create' has made, and shows the differences. Restart the broker afterwards.")
  void broker(
      @Option(
              names = "--home",
              paramLabel = "DIR",
              required = true,
              description = "Directory of the instance, with etc/broker.xml.")
          Path home,
      @Option(
              names = "--worker-queue",
              paramLabel = "NAME",
              description = "Creates this queue; repeatable.")
          @Nullable List<String> workerQueues,
      @Option(
              names = "--passwords",
              paramLabel = "FILE",
              description =
                  "Lines SCHEDULER_BROKER_PASSWORD=..., and so on, as for 'install database'.")
          @Nullable Path passwords,
      @Mixin StepOptions steps) {
    BrokerInstallation installation = new BrokerInstallation(home);
    steps
        .showing()
        .execute(
            () -> {
              Map<BrokerUser, String> secrets = new EnumMap<>(BrokerUser.class);
              for (BrokerUser user : installation.missingUsers()) {
                secrets.put(
                    user,
                    password(user.login(), user.passwordVariable(), passwords, steps.isDryRun()));
              }
              return installation.steps(secrets, workerQueues == null ? List.of() : workerQueues);
            },
            output(),
            "Nothing is to be done");
  }

  @Command(
      description =
          "Makes a new domain of Payara a node. Start it with goodtiming/start-node of the domain.")
  void server(
      @Option(
              names = "--payara",
              paramLabel = "DIR",
              required = true,
              description = "Directory of Payara, with bin/asadmin.")
          Path payara,
      @Option(
              names = "--domain",
              paramLabel = "NAME",
              required = true,
              description = "A domain for this node alone, which has not run yet.")
          String domain,
      @Option(
              names = "--node",
              paramLabel = "NAME",
              required = true,
              description = "Unique in the cluster, and the same after each restart.")
          String node,
      @Option(
              names = "--broker",
              paramLabel = "HOST:PORT",
              defaultValue = "127.0.0.1:61616",
              description = "${DEFAULT-VALUE} if not given.")
          String broker,
      @Option(
              names = "--passwords",
              paramLabel = "FILE",
              required = true,
              description = "The file of 'install database' and 'install broker'.")
          Path passwords,
      @Option(
              names = "--domains",
              paramLabel = "DIR",
              description = "glassfish/domains of Payara, if not given.")
          @Nullable Path domains,
      @Option(
              names = "--archives",
              paramLabel = "DIR",
              description = "Directory server of the unpacked release, if not given.")
          @Nullable Path archives,
      @Mixin StepOptions steps) {
    DatabaseAddress database = DatabaseLogin.address(databaseUrl());
    int colon = broker.lastIndexOf(':');
    if (colon < 1) {
      throw new Failure(
          ExitStatus.USAGE, "'%s' is not an address such as 127.0.0.1:61616".formatted(broker));
    }
    Path parent = domains == null ? payara.resolve("glassfish/domains") : domains;
    ServerInstallation installation =
        new ServerInstallation(
            payara, parent.resolve(domain), archives == null ? released() : archives);
    NodeSettings settings =
        new NodeSettings(node, database, broker.substring(0, colon), broker.substring(colon + 1));
    steps.execute(
        () -> installation.steps(settings, new PasswordFile(passwords)),
        output(),
        "Nothing is to be done");
    output().note("Start the node with " + installation.startScript());
  }

  /** Beside the directory of this program. */
  private static Path released() {
    try {
      Path program =
          Path.of(InstallCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return program.resolve("../../server").normalize();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private Map<DatabaseRole, String> passwords(
      Set<DatabaseRole> roles, @Nullable Path file, boolean dryRun) {
    Map<DatabaseRole, String> passwords = new EnumMap<>(DatabaseRole.class);
    for (DatabaseRole role : roles) {
      passwords.put(role, password(role.login(), role.passwordVariable(), file, dryRun));
    }
    return passwords;
  }

  /** In a dry run nobody is asked, and no file is written. */
  private String password(String owner, String variable, @Nullable Path file, boolean dryRun) {
    if (dryRun) {
      return "";
    }
    String known = Secret.ofEnvironment(around(), variable);
    if (known != null) {
      return known;
    }
    if (file == null) {
      return Secret.required(around(), owner, variable);
    }
    try {
      return new PasswordFile(file).getOrCreate(variable);
    } catch (IOException e) {
      throw new Failure(ExitStatus.USAGE, "%s cannot be used: %s".formatted(file, e));
    }
  }
}
