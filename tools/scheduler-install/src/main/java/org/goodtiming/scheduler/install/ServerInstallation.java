package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes a domain of Payara, which has not run yet, a node. It only writes files into the domain:
 * the first start of the node does what needs a running server.
 */
public final class ServerInstallation {
  private static final List<String> LIBRARIES =
      List.of("postgresql.jar", "scheduler-datasource.jar");
  private static final List<String> ARCHIVES =
      List.of("artemis-ra.rar", "scheduler-ear.ear", "scheduler-gate.jar");
  private static final List<String> COMMANDS = List.of("pre-boot.asadmin", "post-boot.asadmin");
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

  private static final int SHIPPED_HEAP = 512;
  private static final int HEAP = 768;
  private static final int METASPACE = 192;

  /** 8090 in a domain with Payara's default ports; free in one with a port base, too. */
  private static final int HEALTH_PORT_ABOVE_HTTP = 10;

  private final Path payara;
  private final Path domain;
  private final Path directory;
  private final Path archives;

  /**
   * @param payara with {@code bin/asadmin}
   * @param domain directory of the domain
   * @param archives directory {@code server} of a release
   */
  public ServerInstallation(Path payara, Path domain, Path archives) {
    this.payara = payara.toAbsolutePath().normalize();
    this.domain = domain.toAbsolutePath().normalize();
    this.directory = directory(this.domain);
    this.archives = archives;
  }

  /** What a domain has because it is a node. */
  static Path directory(Path domain) {
    return domain.resolve("goodtiming");
  }

  /** What it had before. */
  static Path backup(Path domain) {
    return directory(domain).resolve("before");
  }

  /** Starts the node. */
  public Path startScript() {
    return directory.resolve("start-node");
  }

  /**
   * What is to be done.
   *
   * @param passwords of database and broker; the one of the first user is made and added
   * @throws IOException if a directory is not what it should be, or a password is missing
   */
  public List<Step> steps(NodeSettings settings, PasswordFile passwords) throws IOException {
    require(payara.resolve("bin/asadmin"), "name the directory of Payara");
    require(
        domainXml(),
        "create the domain with '%s create-domain'".formatted(payara.resolve("bin/asadmin")));
    require(archives, "name directory server of the unpacked release");
    new NodeEnvironment(domain).requireOf(settings);
    List<Step> steps = new ArrayList<>();
    keepDomain(steps);
    changeDomain(steps);
    deleteFrontPage(steps);
    for (String library : LIBRARIES) {
      copy(steps, archives.resolve(library), domain.resolve("lib").resolve(library));
    }
    for (String archive : ARCHIVES) {
      copy(steps, archives.resolve(archive), directory.resolve(archive));
    }
    int healthPort = DomainXml.read(domainXml()).httpPort() + HEALTH_PORT_ABOVE_HTTP;
    for (String commands : COMMANDS) {
      write(
          steps,
          directory.resolve(commands),
          BootCommands.read(archives.resolve(commands))
              .withoutSamples()
              .withHealthPort(healthPort)
              .text(),
          "rw-r--r--");
    }
    write(steps, startScript(), script(), "rwxr-xr-x");
    addVariables(steps, settings, passwords);
    new DomainOwner(domain).give(steps, ownFiles());
    return steps;
  }

  /**
   * What the node uses, although the settings say something else: a sentence for each address.
   *
   * @return empty if the domain is no node yet, or all are the same
   */
  public List<String> otherAddresses(NodeSettings settings) throws IOException {
    return new NodeEnvironment(domain).otherAddresses(settings.variables(directory));
  }

  private List<Path> ownFiles() {
    List<Path> files = new ArrayList<>();
    files.add(directory);
    LIBRARIES.forEach(library -> files.add(domain.resolve("lib").resolve(library)));
    return files;
  }

  private static void require(Path path, String cure) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException("%s does not exist: %s".formatted(path, cure));
    }
  }

  /** Only once: a domain with a start script is no longer what it was. */
  private void keepDomain(List<Step> steps) {
    DomainBackup backup = new DomainBackup(domain, backup(domain));
    if (!backup.exists() && !Files.exists(startScript())) {
      steps.add(backup.save());
    }
  }

  private void changeDomain(List<Step> steps) throws IOException {
    Path file = domainXml();
    String before = DomainXml.read(file).text();
    DomainXml changed =
        DomainXml.read(file)
            .httpAddressOf(NodeSettings.HTTP_ADDRESS)
            .heapInPlaceOf(SHIPPED_HEAP, HEAP)
            .metaspace(METASPACE)
            .withoutRemoteShell()
            .defaultResourceAdapter(DomainXml.RESOURCE_ADAPTER);
    if (!changed.text().equals(before)) {
      steps.add(
          new Step(
              "Change " + file,
              new LineDiff(before, changed.text()).lines(),
              () -> FileChange.write(file, changed.text())));
    }
  }

  /** It names the server and its version to everybody. */
  private void deleteFrontPage(List<Step> steps) {
    Path page = domain.resolve("docroot/index.html");
    if (Files.exists(page)) {
      steps.add(new Step("Delete " + page, List.of(), () -> Files.delete(page)));
    }
  }

  private Path domainXml() {
    return domain.resolve("config/domain.xml");
  }

  private static void copy(List<Step> steps, Path from, Path to) throws IOException {
    if (!Files.exists(to) || Files.mismatch(from, to) >= 0) {
      steps.add(
          new Step(
              "Copy " + to,
              List.of(),
              () -> {
                Files.createDirectories(requireNonNull(to.getParent()));
                Files.copy(from, to, REPLACE_EXISTING);
              }));
    }
  }

  private static void write(List<Step> steps, Path file, String text, String permissions)
      throws IOException {
    String before = Files.exists(file) ? Files.readString(file) : "";
    if (!before.equals(text)) {
      steps.add(
          new Step(
              "Write " + file,
              new LineDiff(before, text).lines(),
              () -> {
                Files.createDirectories(requireNonNull(file.getParent()));
                Files.writeString(file, text);
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
              }));
    }
  }

  /** What is in the file already stays, except the path of what is in the domain. */
  private void addVariables(List<Step> steps, NodeSettings settings, PasswordFile passwords)
      throws IOException {
    NodeEnvironment node = new NodeEnvironment(domain);
    Path file = node.file();
    PasswordFile environment = node.variables();
    Map<String, String> missing = new TreeMap<>(settings.variables(directory));
    for (String name : PASSWORDS) {
      missing.put(
          name,
          passwords
              .get(name)
              .orElseThrow(() -> new IOException(name + " is not in the file of passwords")));
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
        requireNonNull(ServerInstallation.class.getResourceAsStream("start-node"))) {
      return new String(file.readAllBytes(), UTF_8)
          .replace("@PAYARA@", payara.toString())
          .replace("@DOMAINS@", requireNonNull(domain.getParent()).toString())
          .replace("@DOMAIN@", requireNonNull(domain.getFileName()).toString());
    }
  }
}
