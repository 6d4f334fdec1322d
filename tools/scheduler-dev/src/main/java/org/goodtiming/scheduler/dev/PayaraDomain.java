package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.install.BootCommands;
import org.goodtiming.scheduler.install.DomainXml;

/** A node's copy of the domain that Payara ships. */
final class PayaraDomain extends NodeDirectory {
  private static final String PAYARA = "payara";
  private static final String PRE_BOOT = "pre-boot.asadmin";
  private static final String POST_BOOT = "post-boot.asadmin";
  private static final String FILE_LOG = "com.sun.enterprise.server.logging.GFFileHandler.";
  private static final Map<String, String> FORMATTERS =
      Map.of(
          "text", "com.sun.enterprise.server.logging.ODLLogFormatter",
          "json", "fish.payara.enterprise.server.logging.JSONLogFormatter");

  // A ready node uses 110 MiB. From the JVM's default of 21 MiB it takes eight collections to get
  // there, which cost 1 s of processor time.
  private static final int METASPACE_MEGABYTES = 192;

  private final PayaraServer payara;
  private final String schedulerPool;

  /**
   * @param schedulerPool by which the scheduler takes part in transactions
   */
  PayaraDomain(PayaraServer payara, NodeFiles files, NodePorts ports, String schedulerPool) {
    super(files, ports);
    this.payara = payara;
    this.schedulerPool = schedulerPool;
  }

  /** Copies the shipped domain: create-domain takes 14 s for the same. */
  @Override
  void lay() {
    delete();
    FileTree.copy(payara.home().resolve("glassfish/domains/domain1"), root());
    try {
      DomainXml.read(root().resolve(DomainXml.PATH))
          .listen(ports.http(), ports.admin())
          .heap(HEAP_MEGABYTES)
          .metaspace(METASPACE_MEGABYTES)
          .withoutRemoteShell()
          .defaultResourceAdapter("artemis-ra")
          .write();
      OwnerOnly.file(preBoot());
      Files.writeString(
          preBoot(),
          BootCommands.read(distribution.template(PAYARA, PRE_BOOT))
              .forPayara(payara.home())
              .withHealthPort(ports.health())
              .text());
      FileTree.copy(distribution.jdbcDriver(), root().resolve("lib/postgresql.jar"));
      FileTree.copy(distribution.dataSource(), root().resolve("lib/scheduler-datasource.jar"));
      // Names the server and its version to everybody
      Files.deleteIfExists(root().resolve("docroot/index.html"));
      logToFilesOnly();
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, root(), e);
    }
  }

  /** Sets the administrator's password; before each start, because it may have changed. */
  void letIn(String admin, String password) {
    new AdminKeyFile(root().resolve("config/admin-keyfile")).write(admin, password);
  }

  @Override
  List<String> launchCommand() {
    var setUp =
        isSetUp()
            ? List.<String>of()
            : List.of(
                "--prebootcommandfile", preBoot().toString(),
                "--postbootcommandfile", distribution.template(PAYARA, POST_BOOT).toString());
    return new ServerCommandLine(payara, root()).with(setUp);
  }

  private Path preBoot() {
    return root().resolve("config").resolve(PRE_BOOT);
  }

  @Override
  Path log() {
    return root().resolve("logs/server.log");
  }

  @Override
  String fingerprint() {
    return Checksum.of(
        List.of(
            distribution.template(PAYARA, PRE_BOOT),
            distribution.template(PAYARA, POST_BOOT),
            distribution.resourceAdapter(),
            distribution.jdbcDriver(),
            distribution.dataSource()),
        "%s %s %d %s".formatted(payara, ports, HEAP_MEGABYTES, schedulerPool));
  }

  // Nothing rolls what is written to the console.
  private void logToFilesOnly() throws IOException {
    var file = logging();
    var console = "java.util.logging.ConsoleHandler.level=";
    var text =
        Files.readString(file)
            .replace(console + "FINEST", console + "OFF")
            .replace(FILE_LOG + "maxHistoryFiles=0", FILE_LOG + "maxHistoryFiles=5")
            .replace(
                FILE_LOG + "rotationLimitInBytes=2000000",
                FILE_LOG + "rotationLimitInBytes=100000000");
    Files.writeString(file, text);
  }

  /**
   * Sets the format of the server's log; before each start, because the setting may have changed.
   *
   * @param format the value of scheduler.log.format; the gate refuses others than these two
   */
  void logAs(String format) {
    var setting = FILE_LOG + "formatter=";
    var formatter = FORMATTERS.getOrDefault(format, FORMATTERS.get("text"));
    try {
      var text = Files.readString(logging());
      Files.writeString(logging(), text.replaceAll(setting + ".*", setting + formatter));
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, root(), e);
    }
  }

  private Path logging() {
    return root().resolve("config/logging.properties");
  }
}
