package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.ServerNode;

/**
 * Kills or freezes a node exactly at a point of two-phase commit: Byteman is the agent of all
 * nodes, and each trap springs when its file lies there.
 *
 * @param transactions of which there are points
 */
record CrashPoints(Path directory, Transactions transactions) {

  /** The JVM option that brings the traps into a node. */
  String agentOption() {
    try {
      Files.createDirectories(directory);
      Files.writeString(script(), script(all()));
      Files.writeString(freezer(), "kill -STOP $PPID\n");
      return quoted("-javaagent:%1$s=boot:%1$s,script:%2$s".formatted(agent(), script()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void arm(ServerNode node, PointAction trap) {
    try {
      Files.writeString(file(node, trap), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the trap has sprung since it was armed. */
  boolean sprung(ServerNode node, PointAction trap) {
    return !Files.exists(file(node, trap));
  }

  void disarm() {
    try (var files = Files.newDirectoryStream(directory, "node-*")) {
      for (var file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JVM splits JAVA_TOOL_OPTIONS at spaces, except within quotes of either kind. */
  static String quoted(String option) {
    return "'" + option.replace("'", "'\"'\"'") + "'";
  }

  private Path script() {
    return directory.resolve("points.btm");
  }

  private Path freezer() {
    return directory.resolve("freeze.sh");
  }

  private Path file(ServerNode node, PointAction trap) {
    return directory.resolve(node.name() + "." + trap.name(transactions));
  }

  private String script(List<PointAction> traps) {
    var text = new StringBuilder(Work.LINKS);
    for (var each : Transactions.values()) {
      traps.stream()
          .flatMap(trap -> trap.rule(each, directory, freezer().getFileName()).stream())
          .forEach(rule -> text.append(rule).append('\n'));
    }
    return text.toString();
  }

  private static List<PointAction> all() {
    var all = new ArrayList<PointAction>();
    for (var point : Point.values()) {
      for (var work : point.works()) {
        for (var action : Action.values()) {
          all.add(new PointAction(point, work, action));
        }
      }
    }
    return all;
  }

  private static Path agent() {
    try {
      var source = Class.forName("org.jboss.byteman.agent.Main").getProtectionDomain();
      return Path.of(source.getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException("Byteman is not on the class path", e);
    }
  }
}
