package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes a server, which has not run yet, a node. It only writes files: the first start of the node
 * does what needs a running server. A subclass knows what differs from product to product.
 */
public abstract class ServerInstallation {
  static final List<String> LIBRARIES = List.of("postgresql.jar", "scheduler-datasource.jar");
  private static final List<String> ARCHIVES =
      List.of("artemis-ra.rar", "scheduler-ear.ear", "scheduler-gate.jar");
  private static final List<String> PASSWORDS =
      List.of(
          DatabaseRole.XA.passwordVariable(),
          DatabaseRole.LEASE.passwordVariable(),
          DatabaseRole.READER.passwordVariable(),
          BrokerUser.SCHEDULER.passwordVariable(),
          BrokerUser.REGISTRAR.passwordVariable(),
          BrokerUser.WORKER.passwordVariable());

  /** Of the first user of the REST API. */
  private static final String FIRST_USER = "SCHEDULER_REST_ADMIN_PASSWORD";

  /** Directory of the transaction log beside the variables of the node. */
  static final String TRANSACTION_LOG = "tx-log";

  private final String product;
  private final Path server;
  private final Path directory;
  private final Path archives;

  /**
   * @param product the directory of its files in the release
   * @param server directory of the server that becomes a node: a domain of Payara
   * @param archives directory {@code server} of a release
   */
  ServerInstallation(String product, Path server, Path archives) {
    this.product = product;
    this.server = server.toAbsolutePath().normalize();
    this.directory = directory(this.server);
    this.archives = archives;
  }

  /**
   * Refuses what cannot become a node, before anything is changed.
   *
   * @throws IOException with the cure
   */
  abstract void require(NodeSettings settings) throws IOException;

  /** A file or directory of the server; its owner shall have the files of the node. */
  abstract Path ownersFile();

  /** Changes what lies outside of {@link #directory}. */
  abstract void changeServer(FileSteps steps) throws IOException;

  /** The files of the release that set the server up, by name, with their texts for this node. */
  abstract Map<String, String> templates() throws IOException;

  /** The resource with the start script, of which {@code @NAME@} is replaced. */
  abstract String startScriptName();

  /** The values for the start script. */
  abstract Map<String, String> placeholders();

  /** What it writes outside of {@link #directory}. */
  abstract List<Path> files();

  /** A file of the release that sets the server up. */
  final Path template(String name) {
    return archives.resolve(product).resolve(name);
  }

  /** What a server has because it is a node. */
  static Path directory(Path server) {
    return server.resolve("goodtiming");
  }

  final Path server() {
    return server;
  }

  final Path directory() {
    return directory;
  }

  final Path archives() {
    return archives;
  }

  /** Starts the node. */
  public final Path startScript() {
    return directory.resolve("start-node");
  }

  /**
   * What is to be done.
   *
   * @param passwords of database and broker; the one of the first user is made and added
   * @throws IOException if a directory is not what it should be, or a password is missing
   */
  public final List<Step> steps(NodeSettings settings, PasswordFile passwords) throws IOException {
    require(archives, "name directory server of the unpacked release");
    require(settings);
    new NodeEnvironment(server).requireOf(settings);
    FileSteps steps = new FileSteps();
    changeServer(steps);
    for (String archive : ARCHIVES) {
      steps.copy(archives.resolve(archive), directory.resolve(archive));
    }
    for (Map.Entry<String, String> template : templates().entrySet()) {
      steps.write(directory.resolve(template.getKey()), template.getValue(), "rw-r--r--");
    }
    steps.write(startScript(), script(), "rwxr-xr-x");
    addVariables(steps, settings, passwords);
    List<Path> own = new ArrayList<>(files());
    own.add(directory);
    new DomainOwner(ownersFile()).give(steps, own);
    return steps.all();
  }

  /**
   * What the node uses, although the settings say something else: a sentence for each address.
   *
   * @return empty if the server is no node yet, or all are the same
   */
  public final List<String> otherAddresses(NodeSettings settings) throws IOException {
    return new NodeEnvironment(server).otherAddresses(settings.variables(directory));
  }

  static void require(Path path, String cure) throws IOException {
    if (!Files.exists(path)) {
      throw ServerProblem.MISSING.with(path, cure);
    }
  }

  /** A directory that is made for the node has nothing else. */
  final void requireUnused() throws IOException {
    if (!Files.exists(directory) && !FileTree.children(server).isEmpty()) {
      throw ServerProblem.IN_USE.with(server);
    }
  }

  /** What is in the file already stays, except the path of what is in the server. */
  private void addVariables(FileSteps steps, NodeSettings settings, PasswordFile passwords)
      throws IOException {
    NodeEnvironment node = new NodeEnvironment(server);
    Path file = node.file();
    PasswordFile environment = node.variables();
    Map<String, String> missing = new TreeMap<>(settings.variables(directory));
    for (String name : PASSWORDS) {
      missing.put(
          name, passwords.get(name).orElseThrow(() -> ServerProblem.NO_PASSWORD.with(name)));
    }
    missing.put(FIRST_USER, "");
    for (String name : List.copyOf(missing.keySet())) {
      if (environment.get(name).isPresent()) {
        missing.remove(name);
      }
    }
    String adapter = directory.resolve(ARCHIVES.get(0)).toString();
    String known = environment.get(NodeSettings.RESOURCE_ADAPTER).orElse(adapter);
    if (!known.equals(adapter)) {
      steps.add(
          new Step(
              "Change %s in %s".formatted(NodeSettings.RESOURCE_ADAPTER, file),
              List.of("-" + known, "+" + adapter),
              () -> environment.replace(NodeSettings.RESOURCE_ADAPTER, adapter)));
    }
    if (!missing.isEmpty()) {
      steps.add(
          new Step(
              "Add %d variables to %s".formatted(missing.size(), file),
              missing.entrySet().stream()
                  .map(each -> "+%s=%s".formatted(each.getKey(), shown(each)))
                  .toList(),
              () -> {
                if (missing.containsKey(FIRST_USER)) {
                  missing.put(FIRST_USER, passwords.getOrCreate(FIRST_USER));
                }
                environment.add(missing);
              }));
    }
  }

  private static String shown(Map.Entry<String, String> variable) {
    return variable.getKey().endsWith("_PASSWORD") ? "..." : variable.getValue();
  }

  private String script() throws IOException {
    try (InputStream file =
        requireNonNull(ServerInstallation.class.getResourceAsStream(startScriptName()))) {
      String text = new String(file.readAllBytes(), UTF_8);
      for (Map.Entry<String, String> value : placeholders().entrySet()) {
        text = text.replace("@%s@".formatted(value.getKey()), value.getValue());
      }
      return text;
    }
  }
}
