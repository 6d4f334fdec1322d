package org.goodtiming.scheduler.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.install.DomainXml;
import org.goodtiming.scheduler.install.WildFlyInstallation;

/**
 * The directory of a node on this machine, as {@code goodtiming install server} has made it.
 *
 * @param directory domain of Payara, or base directory of WildFly or Open Liberty
 */
public record NodeHome(Path directory) {

  /** The paths of a server's files, relative to its directory. */
  private enum Layout {
    PAYARA(
        DomainXml.PATH,
        "goodtiming",
        List.of("pre-boot.asadmin", "post-boot.asadmin"),
        "logs/server.log"),
    WILDFLY(
        "configuration/" + WildFlyInstallation.CONFIGURATION,
        "goodtiming",
        List.of("scheduler.cli"),
        "log/server.log"),
    LIBERTY(
        "servers/goodtiming/server.xml",
        "servers/goodtiming",
        List.of(),
        "servers/goodtiming/logs/messages.log");

    private final String configuration;
    private final String ours;
    private final List<String> commands;
    private final String log;

    Layout(String configuration, String ours, List<String> commands, String log) {
      this.configuration = configuration;
      this.ours = ours;
      this.commands = commands;
      this.log = log;
    }
  }

  /** The layout of the files; Payara's if there are none. */
  private Layout layout() {
    for (Layout layout : Layout.values()) {
      if (Files.exists(directory.resolve(layout.configuration))) {
        return layout;
      }
    }
    return Layout.PAYARA;
  }

  /** The variables of the node. */
  public Path environment() {
    return directory.resolve(layout().ours + "/node.env");
  }

  /** The server's log, relative to the directory. */
  public String log() {
    return layout().log;
  }

  /** The files that say how the server is configured, relative to the directory. */
  public List<String> configuration() {
    Layout layout = layout();
    List<String> files = new ArrayList<>(List.of(layout.configuration, layout.ours + "/node.env"));
    layout.commands.forEach(name -> files.add(layout.ours + "/" + name));
    return files;
  }

  /**
   * Examines the files and the logins in them.
   *
   * @return empty if there is no fault
   */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (layout() == Layout.PAYARA) {
      findings.addAll(new DomainDoctor(directory).findings());
    }
    findings.addAll(new NodeLogins(environment()).findings());
    return findings;
  }
}
