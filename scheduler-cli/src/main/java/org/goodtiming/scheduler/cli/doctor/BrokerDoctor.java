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
  private final BrokerInstallation installation;

  /**
   * @param home directory of the instance
   */
  public BrokerDoctor(Path home) {
    this.home = home;
    this.installation = new BrokerInstallation(home);
  }

  /**
   * What is wrong with the files.
   *
   * @return empty if nothing is wrong
   */
  public List<Finding> findings() {
    try {
      List<Finding> findings = new ArrayList<>();
      for (Step step : installation.steps(Map.of(), List.of())) {
        findings.add(
            new Finding(
                FindingCode.BROKER_DIFFERS,
                "%s: %d lines differ".formatted(step.description(), changed(step)),
                install("--dry-run")));
      }
      for (BrokerUser user : installation.missingUsers()) {
        findings.add(
            new Finding(
                FindingCode.NO_BROKER_USER,
                "the broker has no user " + user.login(),
                install("--passwords passwords.env")));
      }
      for (String uri : installation.openAcceptors()) {
        findings.add(
            new Finding(
                FindingCode.OPEN_ACCEPTOR,
                uri + " accepts connections of other machines without TLS",
                "set sslEnabled=true and a key store in %s/etc/broker.xml: see TLS in docs/security.md"
                    .formatted(home)));
      }
      installation
          .webConsole()
          .ifPresent(
              address ->
                  findings.add(
                      new Finding(
                          FindingCode.WEB_CONSOLE,
                          "%s/etc/bootstrap.xml starts it at %s".formatted(home, address),
                          install("--no-web"),
                          "then restart the broker")));
      findings.addAll(version());
      return findings;
    } catch (IOException e) {
      return List.of(
          new Finding(FindingCode.NO_BROKER, IoFailure.text(e), "ls -l %s/etc".formatted(home)));
    }
  }

  private List<Finding> version() {
    try {
      return installation
          .version()
          .map(version -> new BrokerVersion(version).findings(home.toString()))
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
            "%s/bin/artemis version".formatted(home),
            "it should be %s or newer".formatted(BrokerVersion.OLDEST)));
  }

  private String install(String option) {
    return "goodtiming install broker --home %s %s".formatted(home, option);
  }

  private static long changed(Step step) {
    return step.statements().stream().filter(line -> !line.startsWith(" ")).count();
  }
}
