package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes a node of Open Liberty in a user directory of its own; the server stays as it is. */
public final class LibertyInstallation extends ServerInstallation {
  static final String CONFIGURATION = "server.xml";

  /** The files of the release that set a server up. */
  public static final List<String> TEMPLATES =
      List.of(CONFIGURATION, "transactions-last-resource.xml", "transactions-xa.xml");

  private final Path liberty;

  /**
   * @param liberty with {@code bin/server}
   * @param base user directory of the node, which need not exist
   * @param archives directory {@code server} of a release
   */
  public LibertyInstallation(Path liberty, Path base, Path archives) {
    super("liberty", servers(base), archives);
    this.liberty = liberty.toAbsolutePath().normalize();
  }

  /** Liberty keeps the servers of a user directory here; the node is the only one. */
  static Path servers(Path base) {
    return base.resolve("servers");
  }

  @Override
  void require(NodeSettings settings) throws IOException {
    require(script(), "name the directory wlp of Open Liberty");
    requireUnused();
  }

  @Override
  Path ownersFile() {
    return script();
  }

  @Override
  void changeServer(FileSteps steps) throws IOException {
    for (String library : LIBRARIES) {
      steps.copy(archives().resolve(library), directory().resolve("lib").resolve(library));
    }
  }

  @Override
  Map<String, String> templates() throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (String name : TEMPLATES) {
      all.put(name, Files.readString(template(name)));
    }
    return all;
  }

  @Override
  String startScriptName() {
    return "start-node-liberty";
  }

  @Override
  Map<String, String> placeholders() {
    return Map.of("LIBERTY", liberty.toString());
  }

  @Override
  List<Path> files() {
    return List.of(server());
  }

  private Path script() {
    return liberty.resolve("bin/server");
  }
}
