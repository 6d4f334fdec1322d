package org.goodtiming.scheduler.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.install.BrokerInstallation;
import org.goodtiming.scheduler.install.BrokerUser;
import org.goodtiming.scheduler.install.Step;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "broker",
    description =
        "Changes the configuration of a broker instance that 'artemis create' has made, and shows the differences. Restart the broker afterwards.")
final class InstallBroker extends InstallVerb {

  @Option(
      names = "--home",
      paramLabel = "DIR",
      required = true,
      description = "Directory of the instance, with etc/broker.xml.")
  private Path home = Path.of("");

  @Option(
      names = "--worker-queue",
      paramLabel = "NAME",
      description = "Creates this queue; repeatable.")
  private List<String> workerQueues = List.of();

  @Option(
      names = "--no-web",
      description = "Switches the broker's own web console off, with Jolokia.")
  private boolean noWeb;

  @Override
  public void run() {
    BrokerInstallation installation = new BrokerInstallation(home);
    executeAndShow(
        () -> {
          List<Step> steps =
              new ArrayList<>(
                  installation.steps(passwords(installation.missingUsers()), workerQueues));
          if (noWeb) {
            steps.addAll(installation.webConsoleRemoval());
          }
          return steps;
        });
  }

  private Map<BrokerUser, String> passwords(Set<BrokerUser> users) {
    Map<BrokerUser, String> passwords = new EnumMap<>(BrokerUser.class);
    users.forEach(user -> passwords.put(user, password(user.login(), user.passwordVariable())));
    return passwords;
  }
}
