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

  /**
   * @param base of {@link WildFlyInstallation}
   */
  public static BaseRemoval ofWildFly(Path base) {
    return new BaseRemoval(base);
  }

  /**
   * @param base of {@link LibertyInstallation}
   */
  public static BaseRemoval ofLiberty(Path base) {
    return new BaseRemoval(LibertyInstallation.servers(base));
  }

  private BaseRemoval(Path base) {
    super(base);
    this.base = base.toAbsolutePath().normalize();
    this.directory = ServerInstallation.directory(this.base);
  }

  @Override
  public List<Step> steps() throws IOException {
    Path script = directory.resolve("start-node");
    ServerInstallation.require(base, "name the base directory of a node");
    if (!Files.exists(script)) {
      return List.of();
    }
    requireStopped();
    List<Step> steps = new ArrayList<>();
    for (Path file : FileTree.children(base)) {
      if (!file.equals(directory)) {
        steps.add(FileSteps.deletion(file));
      }
    }
    steps.addAll(ownFiles(script));
    // Until this is gone, all of it can be repeated
    steps.add(FileSteps.deletion(script));
    return steps;
  }

  private void requireStopped() throws IOException {
    Path file = directory.resolve("pid");
    if (Files.exists(file)) {
      long process = Long.parseLong(Files.readString(file).strip());
      if (ProcessHandle.of(process).isPresent()) {
        throw new IOException(
            "The node runs as process %1$d: stop it with 'kill %1$d'".formatted(process));
      }
    }
  }
}
