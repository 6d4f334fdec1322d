package org.goodtiming.scheduler.cli.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.install.BrokerInstallation;
import org.goodtiming.scheduler.install.BrokerUser;
import org.goodtiming.scheduler.install.IoFailure;
import org.goodtiming.scheduler.install.Step;

/** Examines the configuration of a broker's instance. It only reads files. */
public final class BrokerDoctor {
  private final Path home;
  private final Commands commands;
  private final BrokerInstallation installation;

  /**
   * @param home directory of the instance
   * @param commands with the same directory
   */
  public BrokerDoctor(Path home, Commands commands) {
    this.home = home;
    this.commands = commands;
    this.installation = new BrokerInstallation(home);
  }

  /**
   * Examines the files.
   *
   * @return empty if there is no fault
   */
  public List<Finding> findings() {
    try {
      List<Finding> findings = new ArrayList<>();
      for (Step step : installation.steps(Map.of(), List.of())) {
        findings.add(
            new Finding(
                FindingCode.BROKER_DIFFERS,
                "%s: %d lines differ".formatted(step.description(), changed(step)),
                commands
                    .installBroker()
                    .with(
                        "--dry-run shows the lines; then restart the broker, which reads some of them only at its start")));
      }
      for (BrokerUser user : installation.missingUsers()) {
        findings.add(
            new Finding(
                FindingCode.NO_BROKER_USER,
                "the broker has no user " + user.login(),
                commands
                    .installBroker()
                    .with("nodes need the same password; with --passwords FILE, it is made")));
      }
      for (String uri : installation.openAcceptors()) {
        findings.add(
            new Finding(
                FindingCode.OPEN_ACCEPTOR,
                uri + " accepts connections of other machines without TLS",
                Cure.advice(
                    "set sslEnabled=true and a key store in %s/etc/broker.xml: see TLS in docs/security.md"
                        .formatted(home))));
      }
      installation
          .webConsole()
          .ifPresent(
              address ->
                  findings.add(
                      new Finding(
                          FindingCode.WEB_CONSOLE,
                          "%s/etc/bootstrap.xml starts it at %s".formatted(home, address),
                          commands.installBroker("--no-web").with("then restart the broker"))));
      findings.addAll(version());
      return findings;
    } catch (IOException e) {
      return List.of(
          new Finding(
              FindingCode.NO_BROKER,
              IoFailure.text(e),
              Cure.advice(
                  "name with --broker-home a directory that 'artemis create' has made, as a user who may read it")));
    }
  }

  private List<Finding> version() {
    try {
      return installation
          .version()
          .map(version -> new BrokerVersion(version).findings())
          .orElseGet(
              () ->
                  unknown(
                      "%s/etc/artemis.profile names no directory with lib/artemis-server-VERSION.jar"
                          .formatted(home)));
    } catch (IOException e) {
      return unknown(
          "%s/etc/artemis.profile, or what it names: %s".formatted(home, IoFailure.text(e)));
    }
  }

  private List<Finding> unknown(String seen) {
    return List.of(
        new Finding(
            FindingCode.BROKER_VERSION,
            seen,
            Cure.advice(
                "it should be %s or newer, as %s/bin/artemis version tells"
                    .formatted(BrokerVersion.OLDEST, home))));
  }

  private static long changed(Step step) {
    return step.statements().stream().filter(line -> !line.startsWith(" ")).count();
  }
}
