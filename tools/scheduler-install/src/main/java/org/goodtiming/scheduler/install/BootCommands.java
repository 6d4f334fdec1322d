package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * Administration commands that set up the server of a node when it first starts.
 *
 * @param text one command in a line
 */
public record BootCommands(String text) {

  /** Reads a file {@code *.asadmin}. */
  public static BootCommands read(Path file) throws IOException {
    return new BootCommands(Files.readString(file));
  }

  /** The sample's pool would need a role that an own database does not have. */
  BootCommands withoutSamples() {
    return new BootCommands(
        text.lines()
            .filter(line -> !line.contains("shop"))
            .collect(Collectors.joining("\n", "", "\n")));
  }

  /** Payara 7 does not tell X-Powered-By, and knows no setting for it. */
  public BootCommands forPayara(Path home) throws IOException {
    return isSeven(home)
        ? new BootCommands(
            text.lines()
                .filter(line -> !line.contains(".xpowered-by="))
                .collect(Collectors.joining("\n", "", "\n")))
        : this;
  }

  private static boolean isSeven(Path home) throws IOException {
    Path version = home.resolve("glassfish/config/branding/glassfish-version.properties");
    return Files.exists(version) && Files.readAllLines(version).contains("major_version=7");
  }

  /**
   * The listener for health takes this port: each node of a machine needs its own. The commands
   * have a number, because Arquillian reads the ports of a domain and no variables.
   */
  public BootCommands withHealthPort(int port) {
    return new BootCommands(text.replaceFirst("--listenerport \\d+", "--listenerport " + port));
  }
}
