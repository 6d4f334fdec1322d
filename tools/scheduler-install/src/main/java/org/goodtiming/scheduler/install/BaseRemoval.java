package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Deletes the directory that was made for a node, which must not run. */
public final class BaseRemoval extends ServerRemoval {
  private final Path given;
  private final Path base;
  private final Path directory;
  private final Path mark;
  private final Path otherMark;
  private final String other;

  /**
   * @param base of {@link WildFlyInstallation}
   */
  public static BaseRemoval ofWildFly(Path base) {
    return new BaseRemoval(base, base, wildFly(base), liberty(base), "--liberty");
  }

  /**
   * @param base of {@link LibertyInstallation}
   */
  public static BaseRemoval ofLiberty(Path base) {
    return new BaseRemoval(
        base, LibertyInstallation.servers(base), liberty(base), wildFly(base), "--wildfly");
  }

  /**
   * @param given the directory that the caller knows
   * @param base where the node is in it
   * @param mark what only a node of this server has
   * @param other option for the server whose nodes have {@code otherMark}
   */
  private BaseRemoval(Path given, Path base, Path mark, Path otherMark, String other) {
    super(base);
    this.given = given;
    this.base = base.toAbsolutePath().normalize();
    this.directory = ServerInstallation.directory(this.base);
    this.mark = mark.toAbsolutePath().normalize();
    this.otherMark = otherMark;
    this.other = other;
  }

  private static Path wildFly(Path base) {
    return ServerInstallation.directory(base).resolve(WildFlyInstallation.SET_UP);
  }

  private static Path liberty(Path base) {
    return ServerInstallation.directory(LibertyInstallation.servers(base))
        .resolve(LibertyInstallation.CONFIGURATION);
  }

  @Override
  public List<Step> steps() throws IOException {
    requireNoOther();
    ServerInstallation.require(base, "name the base directory of a node");
    if (!Files.exists(mark)) {
      return List.of();
    }
    requireStopped(directory.resolve("pid"), process -> "kill " + process);
    List<Step> steps = new ArrayList<>(deletions(base, directory));
    steps.addAll(deletions(directory, mark));
    // Until this is gone, all of it can be repeated
    steps.add(FileSteps.deletion(mark));
    return steps;
  }

  /** What another product has here is not known. */
  private void requireNoOther() throws IOException {
    if (Files.exists(given.resolve(DomainXml.PATH))) {
      throw ServerProblem.OTHER_SERVER.with(given, "--payara and --domain");
    }
    if (Files.exists(otherMark)) {
      throw ServerProblem.OTHER_SERVER.with(given, other);
    }
  }
}
