package org.goodtiming.scheduler.cli;

import static java.util.stream.Collectors.joining;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.install.NodeSettings;
import org.goodtiming.scheduler.install.PasswordFile;
import org.goodtiming.scheduler.install.ServerInstallation;
import org.goodtiming.scheduler.install.ServerRemoval;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "server",
    description =
        "Makes a new domain of Payara a node. Start it with goodtiming/start-node of the domain. With --undo, makes a node the domain again that it was before.")
final class InstallServer extends InstallVerb {

  @Option(
      names = "--payara",
      paramLabel = "DIR",
      required = true,
      description = "Directory of Payara, with bin/asadmin.")
  private Path payara = Path.of("");

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "A domain for this node alone, which has not run yet.")
  private String domain = "";

  @ArgGroup(multiplicity = "1")
  private Direction direction = new Direction();

  /** A node comes, or it goes. */
  static final class Direction {

    @Option(
        names = "--node",
        paramLabel = "NAME",
        required = true,
        description = "Unique in the cluster, and the same after each restart.")
    private String node = "";

    @Option(
        names = "--undo",
        required = true,
        description =
            "Makes a stopped node the domain again that it was before. The name of the node, its passwords and the log of its transactions stay.")
    private boolean undo;
  }

  @Option(
      names = "--broker",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:61616",
      description = "${DEFAULT-VALUE} if not given; of a pair both, separated by a comma.")
  private String broker = "";

  @Option(
      names = "--domains",
      paramLabel = "DIR",
      description = "glassfish/domains of Payara, if not given.")
  private @Nullable Path domains;

  @Option(
      names = "--archives",
      paramLabel = "DIR",
      description = "Directory server of the unpacked release, if not given.")
  private @Nullable Path archives;

  @Override
  public void run() {
    Path parent = domains == null ? payara.resolve("glassfish/domains") : domains;
    if (direction.undo) {
      undo(parent.resolve(domain));
    } else {
      install(parent.resolve(domain));
    }
  }

  private void undo(Path directory) {
    ServerRemoval removal = new ServerRemoval(directory);
    List<Path> kept = new ArrayList<>();
    execute(
        () -> {
          kept.addAll(removal.kept());
          return removal.steps();
        });
    if (!kept.isEmpty()) {
      output()
          .note(
              "Kept for the same node, which 'install server' can make again: %s. Delete it when 'goodtiming in-doubt list' shows no transaction of the node"
                  .formatted(kept.stream().map(Path::toString).collect(joining(" and "))));
    }
  }

  private void install(Path directory) {
    NodeSettings settings = settings();
    ServerInstallation installation =
        new ServerInstallation(payara, directory, archives == null ? released() : archives);
    execute(
        () -> {
          installation.otherAddresses(settings).forEach(output()::note);
          return installation.steps(settings, file());
        });
    output().note("Start the node with " + installation.startScript());
  }

  private NodeSettings settings() {
    return new NodeSettings(
        direction.node, DatabaseLogin.address(databaseUrl()), InstallBroker.addresses(broker));
  }

  private PasswordFile file() {
    Path file = passwords();
    if (file == null) {
      throw new Failure(
          ExitStatus.USAGE,
          "Set --passwords to the file of 'install database' and 'install broker'");
    }
    return new PasswordFile(file);
  }

  /** Beside the directory of this program. */
  private static Path released() {
    try {
      Path program =
          Path.of(InstallServer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return program.resolve("../../server").normalize();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
