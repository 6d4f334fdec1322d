package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Makes a node of WildFly in a base directory of its own; the server stays as it is. */
public final class WildFlyInstallation extends ServerInstallation {
  /** The commands that set the server up. */
  static final String SET_UP = "scheduler.cli";

  /** What is started of the configurations that WildFly ships. */
  public static final String CONFIGURATION = "standalone-full.xml";

  /** Narayana puts the name into each transaction's id, which has no room for more. */
  private static final int LONGEST_NAME = 23;

  private final Path wildFly;
  private final Path base;

  /**
   * @param wildFly with {@code bin/standalone.sh}
   * @param base directory of the node, which need not exist
   * @param archives directory {@code server} of a release
   */
  public WildFlyInstallation(Path wildFly, Path base, Path archives) {
    super("wildfly", base, archives);
    this.wildFly = wildFly.toAbsolutePath().normalize();
    this.base = server();
  }

  @Override
  void require(NodeSettings settings) throws IOException {
    require(wildFly.resolve("bin/standalone.sh"), "name the directory of WildFly");
    require(shipped().resolve(CONFIGURATION), "unpack WildFly again");
    int bytes = settings.name().getBytes(UTF_8).length;
    if (bytes > LONGEST_NAME) {
      throw ServerProblem.LONG_NAME.with(settings.name(), bytes, LONGEST_NAME);
    }
    requireUnused();
  }

  @Override
  Path ownersFile() {
    return shipped();
  }

  /** Whether a node needs this file beside {@link #CONFIGURATION}, or it is that. */
  public static boolean isUsed(Path shipped) {
    String name = String.valueOf(shipped.getFileName());
    return name.equals(CONFIGURATION) || name.endsWith(".properties");
  }

  /** The first start changes the copy of the configuration. */
  @Override
  void changeServer(FileSteps steps) throws IOException {
    for (Path file : FileTree.children(shipped())) {
      Path copy = base.resolve("configuration").resolve(shipped().relativize(file));
      if (isUsed(file) && !Files.exists(copy)) {
        steps.copy(file, copy);
      }
    }
    Path module = base.resolve("modules/org/goodtiming/datasource/main");
    steps.copy(template("module.xml"), module.resolve("module.xml"));
    for (String library : LIBRARIES) {
      steps.copy(archives().resolve(library), module.resolve(library));
    }
  }

  @Override
  Map<String, String> templates() throws IOException {
    return Map.of(SET_UP, BootCommands.read(template(SET_UP)).withoutSamples().text());
  }

  @Override
  String startScriptName() {
    return "start-node-wildfly";
  }

  @Override
  Map<String, String> placeholders() {
    return Map.of("WILDFLY", wildFly.toString());
  }

  @Override
  List<Path> files() {
    return List.of(base);
  }

  private Path shipped() {
    return wildFly.resolve("standalone/configuration");
  }
}
