package org.goodtiming.scheduler.install;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes a domain of Payara, which has not run yet, a node. */
public final class PayaraInstallation extends ServerInstallation {
  private static final List<String> COMMANDS = List.of("post-boot.asadmin", "pre-boot.asadmin");

  private static final int SHIPPED_HEAP = 512;
  private static final int HEAP = 768;
  private static final int METASPACE = 192;

  /** 8090 in a domain with Payara's default ports; free in one with a port base, too. */
  private static final int HEALTH_PORT_ABOVE_HTTP = 10;

  private final Path payara;
  private final Path domain;

  /**
   * @param payara with {@code bin/asadmin}
   * @param domain directory of the domain
   * @param archives directory {@code server} of a release
   */
  public PayaraInstallation(Path payara, Path domain, Path archives) {
    super("payara", domain, archives);
    this.payara = payara.toAbsolutePath().normalize();
    this.domain = server();
  }

  /** What a domain had before it became a node. */
  static Path backup(Path domain) {
    return directory(domain).resolve("before");
  }

  @Override
  void require(NodeSettings settings) throws IOException {
    require(payara.resolve("bin/asadmin"), "name the directory of Payara");
    require(
        domainXml(),
        "create the domain with '%s create-domain'".formatted(payara.resolve("bin/asadmin")));
  }

  @Override
  Path ownersFile() {
    return domainXml();
  }

  @Override
  void changeServer(FileSteps steps) throws IOException {
    keepDomain(steps);
    changeDomain(steps);
    deleteFrontPage(steps);
    for (String library : LIBRARIES) {
      steps.copy(archives().resolve(library), domain.resolve("lib").resolve(library));
    }
  }

  @Override
  Map<String, String> templates() throws IOException {
    int healthPort = DomainXml.read(domainXml()).httpPort() + HEALTH_PORT_ABOVE_HTTP;
    Map<String, String> all = new TreeMap<>();
    for (String commands : COMMANDS) {
      all.put(
          commands,
          BootCommands.read(template(commands))
              .withoutSamples()
              .forPayara(payara)
              .withHealthPort(healthPort)
              .text());
    }
    return all;
  }

  @Override
  String startScriptName() {
    return "start-node";
  }

  @Override
  Map<String, String> placeholders() {
    return Map.of(
        "PAYARA", payara.toString(),
        "DOMAINS", requireNonNull(domain.getParent()).toString(),
        "DOMAIN", requireNonNull(domain.getFileName()).toString());
  }

  @Override
  List<Path> files() {
    return LIBRARIES.stream().map(library -> domain.resolve("lib").resolve(library)).toList();
  }

  /** Only once: a domain with a start script is no longer what it was. */
  private void keepDomain(FileSteps steps) {
    DomainBackup backup = new DomainBackup(domain, backup(domain));
    if (!backup.exists() && !Files.exists(startScript())) {
      steps.add(backup.save());
    }
  }

  private void changeDomain(FileSteps steps) throws IOException {
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
  private void deleteFrontPage(FileSteps steps) {
    Path page = domain.resolve("docroot/index.html");
    if (Files.exists(page)) {
      steps.add(new Step("Delete " + page, List.of(), () -> Files.delete(page)));
    }
  }

  private Path domainXml() {
    return domain.resolve(DomainXml.PATH);
  }
}
