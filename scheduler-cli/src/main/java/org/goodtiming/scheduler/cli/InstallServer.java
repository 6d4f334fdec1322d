package org.goodtiming.scheduler.cli;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.goodtiming.scheduler.install.NodeSettings;
import org.goodtiming.scheduler.install.PasswordFile;
import org.goodtiming.scheduler.install.ServerInstallation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "server",
    description =
        "Makes a new domain of Payara a node. Start it with goodtiming/start-node of the domain.")
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

  @Option(
      names = "--node",
      paramLabel = "NAME",
      required = true,
      description = "Unique in the cluster, and the same after each restart.")
  private String node = "";

  @Option(
      names = "--broker",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:61616",
      description = "${DEFAULT-VALUE} if not given.")
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
    NodeSettings settings = settings();
    Path parent = domains == null ? payara.resolve("glassfish/domains") : domains;
    ServerInstallation installation =
        new ServerInstallation(
            payara, parent.resolve(domain), archives == null ? released() : archives);
    execute(() -> installation.steps(settings, file()));
    output().note("Start the node with " + installation.startScript());
  }

  private NodeSettings settings() {
    int colon = broker.lastIndexOf(':');
    if (colon < 1) {
      throw new Failure(
          ExitStatus.USAGE, "'%s' is not an address such as 127.0.0.1:61616".formatted(broker));
    }
    return new NodeSettings(
        node,
        DatabaseLogin.address(databaseUrl()),
        broker.substring(0, colon),
        broker.substring(colon + 1));
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
