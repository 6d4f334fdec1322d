package org.goodtiming.scheduler.cli.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.goodtiming.scheduler.install.BrokerInstallation;
import org.goodtiming.scheduler.install.PairMember;

/**
 * Compares the configurations of two brokers that take over from each other. It only reads files.
 */
public record PairDoctor(Path home, Path otherHome) {

  /**
   * Finds the differences that prevent a pair.
   *
   * @return empty if there are none, or if files cannot be read, which {@link BrokerDoctor} reports
   *     for each broker
   */
  public List<Finding> findings() {
    try {
      BrokerInstallation one = new BrokerInstallation(home);
      BrokerInstallation other = new BrokerInstallation(otherHome);
      Optional<PairMember> member = one.member();
      Optional<PairMember> otherMember = other.member();
      List<Finding> findings = new ArrayList<>();
      if (member.isEmpty()) {
        findings.add(alone(home));
      }
      if (otherMember.isEmpty()) {
        findings.add(alone(otherHome));
      }
      if (member.isPresent() && otherMember.isPresent()) {
        findings.addAll(differences(member.get(), otherMember.get()));
      }
      findings.addAll(users(one.users(), other.users()));
      return findings;
    } catch (IOException e) {
      return List.of();
    }
  }

  private static Finding alone(Path home) {
    return finding(
        "%s/etc/broker.xml has no ha-policy with a shared store, or no cluster-connection"
            .formatted(home),
        "run 'goodtiming install broker --home %s' with --pair and --store, and --backup for the second one"
            .formatted(home));
  }

  private List<Finding> differences(PairMember one, PairMember other) {
    List<Finding> findings = new ArrayList<>();
    if (one.role().equals(other.role())) {
      findings.add(
          finding(
              "both are the %s".formatted(one.role()),
              "run 'goodtiming install broker --pair' again: one with --backup, the other without"));
    }
    if (!one.store().equals(other.store())) {
      findings.add(
          finding(
              "their journals are in %s and %s".formatted(one.store(), other.store()),
              "give both the same --store, a directory on storage that both mount"));
    }
    if (!one.others().contains(other.self()) || !other.others().contains(one.self())) {
      findings.add(
          finding(
              "%s expects %s, and %s expects %s"
                  .formatted(one.self(), one.others(), other.self(), other.others()),
              "give both the same list as --pair, which is also SCHEDULER_BROKER_HOST of the nodes"));
    }
    if (!one.password().equals(other.password())) {
      findings.add(
          finding(
              "their cluster-password differs",
              "install both with the same SCHEDULER_BROKER_PAIR_PASSWORD"));
    }
    one.sections().entrySet().stream()
        .filter(section -> !section.getValue().equals(other.sections().get(section.getKey())))
        .map(
            section ->
                finding(
                    "%s differ".formatted(section.getKey()),
                    "compare %s/etc/broker.xml with %s/etc/broker.xml, and copy what one lacks"
                        .formatted(home, otherHome)))
        .forEach(findings::add);
    return findings;
  }

  private static List<Finding> users(Set<String> one, Set<String> other) {
    Set<String> different = new TreeSet<>(one);
    different.addAll(other);
    different.removeIf(user -> one.contains(user) && other.contains(user));
    return different.isEmpty()
        ? List.of()
        : List.of(
            finding(
                "only one has the users " + String.join(", ", different),
                "copy etc/artemis-users.properties and etc/artemis-roles.properties to the other"));
  }

  private static Finding finding(String seen, String advice) {
    return new Finding(
        FindingCode.NO_PAIR, seen, Cure.advice(advice + "; then restart the broker that changed"));
  }
}
