package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
    requireStopped();
    List<Step> steps = new ArrayList<>(deletions(base, directory));
    steps.addAll(deletions(directory, mark));
    // Until this is gone, all of it can be repeated
    steps.add(FileSteps.deletion(mark));
    return steps;
  }

  /** What another product has here is not known. */
  private void requireNoOther() throws IOException {
    if (Files.exists(base.resolve(DomainBackup.DOMAIN_XML))) {
      throw new IOException(
          "%s is a domain of Payara: undo it with --payara and --domain".formatted(base));
    }
    if (!Files.exists(mark) && Files.exists(directory.resolve("start-node"))) {
      throw new IOException(
          "%s does not exist, so %s is a node of another server: undo it with the option of that, --wildfly or --liberty"
              .formatted(mark, base));
    }
  }

  private void requireStopped() throws IOException {
    Path file = directory.resolve("pid");
    if (Files.exists(file)) {
      long process = Long.parseLong(Files.readString(file).strip());
      if (ProcessHandle.of(process).isPresent() && isNode(process)) {
        throw new IOException(
            "The node runs as process %1$d: stop it with 'kill %1$d', or delete %2$s if that is another process"
                .formatted(process, file));
      }
    }
  }

  /** Another process may have got the number of one that has ended. */
  private boolean isNode(long process) throws IOException {
    Path environment = Path.of("/proc/%d/environ".formatted(process));
    Map<String, String> node = new NodeEnvironment(base).variables().all();
    if (!node.containsKey(NodeSettings.NODE_NAME) || !Files.isReadable(environment)) {
      return true;
    }
    List<String> variables =
        List.of(new String(Files.readAllBytes(environment), UTF_8).split("\0"));
    return Stream.of(NodeSettings.NODE_NAME, NodeSettings.TRANSACTION_LOG)
        .anyMatch(name -> variables.contains("%s=%s".formatted(name, node.get(name))));
  }
}
