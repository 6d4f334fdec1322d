package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Deletes the directory that was made for a node, which must not run. */
public final class BaseRemoval extends ServerRemoval {
  private final Path base;
  private final Path directory;
  private final Path mark;

  /**
   * @param base of {@link WildFlyInstallation}
   */
  public static BaseRemoval ofWildFly(Path base) {
    return new BaseRemoval(base, WildFlyInstallation.SET_UP);
  }

  /**
   * @param base of {@link LibertyInstallation}
   */
  public static BaseRemoval ofLiberty(Path base) {
    return new BaseRemoval(LibertyInstallation.servers(base), LibertyInstallation.CONFIGURATION);
  }

  private BaseRemoval(Path base, String mark) {
    super(base);
    this.base = base.toAbsolutePath().normalize();
    this.directory = ServerInstallation.directory(this.base);
    this.mark = directory.resolve(mark);
  }

  @Override
  public List<Step> steps() throws IOException {
    ServerInstallation.require(base, "name the base directory of a node");
    requireNoOther();
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
    if (Files.exists(base.resolve(DomainBackup.DOMAIN_XML))) {
      throw ServerProblem.OTHER_SERVER.with(base, "--payara and --domain");
    }
    if (!Files.exists(mark) && Files.exists(directory.resolve("start-node"))) {
      throw ServerProblem.OTHER_SERVER.with(base, "the other of --wildfly and --liberty");
    }
  }
}
