package org.goodtiming.scheduler.cli;

import static java.util.stream.Collectors.joining;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.goodtiming.scheduler.install.BaseRemoval;
import org.goodtiming.scheduler.install.LibertyInstallation;
import org.goodtiming.scheduler.install.NodeSettings;
import org.goodtiming.scheduler.install.PasswordFile;
import org.goodtiming.scheduler.install.PayaraInstallation;
import org.goodtiming.scheduler.install.PayaraRemoval;
import org.goodtiming.scheduler.install.ServerInstallation;
import org.goodtiming.scheduler.install.ServerRemoval;
import org.goodtiming.scheduler.install.WildFlyInstallation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "server",
    description =
        "Makes a node of WildFly, Open Liberty, or a domain of Payara. Start it with start-node of its directory goodtiming. --undo makes it what it was before.")
final class InstallServer extends InstallVerb {

  @ArgGroup(multiplicity = "1")
  private Product product = new Product();

  /** The product of the server. */
  static final class Product {

    @ArgGroup(exclusive = false, multiplicity = "1")
    private @Nullable Payara payara;

    @ArgGroup(exclusive = false, multiplicity = "1")
    private @Nullable OwnBase ownBase;

    private ServerProduct chosen() {
      return payara == null ? Objects.requireNonNull(ownBase) : payara;
    }
  }

  /** Makes a server a node, and undoes that. */
  private interface ServerProduct {

    ServerInstallation installation(Path archives);

    ServerRemoval removal();
  }

  static final class Payara implements ServerProduct {

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
        description = "A domain of Payara for this node alone, which has not run yet.")
    private String domain = "";

    @Option(
        names = "--domains",
        paramLabel = "DIR",
        description = "glassfish/domains of Payara, if not given.")
    private @Nullable Path domains;

    @Override
    public ServerInstallation installation(Path archives) {
      return new PayaraInstallation(payara, directory(), archives);
    }

    @Override
    public ServerRemoval removal() {
      return new PayaraRemoval(directory());
    }

    private Path directory() {
      Path parent = domains == null ? payara.resolve("glassfish/domains") : domains;
      return parent.resolve(domain);
    }
  }

  /** A server that is not changed: the node has a directory of its own. */
  static final class OwnBase implements ServerProduct {

    @ArgGroup(multiplicity = "1")
    private Home home = new Home();

    static final class Home {

      @Option(
          names = "--wildfly",
          paramLabel = "DIR",
          description = "Directory of WildFly, with bin/standalone.sh; it is not changed.")
      private @Nullable Path wildFly;

      @Option(
          names = "--liberty",
          paramLabel = "DIR",
          description = "Directory of Open Liberty, with bin/server; it is not changed.")
      private @Nullable Path liberty;
    }

    @Option(
        names = "--base",
        paramLabel = "DIR",
        description =
            "New directory of a node of WildFly or Open Liberty. Default: DIR/good-timing.")
    private @Nullable Path base;

    @Override
    public ServerInstallation installation(Path archives) {
      return home.wildFly == null
          ? new LibertyInstallation(liberty(), directory(liberty()), archives)
          : new WildFlyInstallation(home.wildFly, directory(home.wildFly), archives);
    }

    @Override
    public ServerRemoval removal() {
      return home.wildFly == null
          ? BaseRemoval.ofLiberty(directory(liberty()))
          : BaseRemoval.ofWildFly(directory(home.wildFly));
    }

    private Path liberty() {
      return Objects.requireNonNull(home.liberty);
    }

    private Path directory(Path server) {
      return base == null ? server.resolve("good-timing") : base;
    }
  }

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
            "Makes a stopped node again what it was before. The name of the node, its passwords and the log of its transactions stay.")
    private boolean undo;
  }

  @Option(
      names = "--broker",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:61616",
      description = "${DEFAULT-VALUE} if not given; of a pair both, separated by a comma.")
  private String broker = "";

  @Option(
      names = "--archives",
      paramLabel = "DIR",
      description = "Directory server of the unpacked release, if not given.")
  private @Nullable Path archives;

  @Override
  public void run() {
    if (direction.undo) {
      undo(product.chosen().removal());
    } else {
      install(product.chosen().installation(archives == null ? released() : archives));
    }
  }

  private void undo(ServerRemoval removal) {
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

  private void install(ServerInstallation installation) {
    NodeSettings settings = settings();
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

  /** The release, beside the directory of this program. */
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
