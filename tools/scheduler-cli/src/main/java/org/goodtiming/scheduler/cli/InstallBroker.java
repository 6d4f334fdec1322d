package org.goodtiming.scheduler.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.install.BrokerAddresses;
import org.goodtiming.scheduler.install.BrokerInstallation;
import org.goodtiming.scheduler.install.BrokerPair;
import org.goodtiming.scheduler.install.BrokerUser;
import org.goodtiming.scheduler.install.Step;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "broker",
    description =
        "Configures a broker that 'artemis create' has made, and shows the differences. Restart the broker afterwards.")
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

  @ArgGroup(exclusive = false)
  private @Nullable Part part;

  /** The broker's part in a pair. */
  static final class Part {

    @Option(
        names = "--pair",
        paramLabel = "HOST:PORT,HOST:PORT",
        required = true,
        description =
            "Makes it one of a pair: where the primary and its backup listen, as nodes reach them.")
    private String pair = "";

    @Option(names = "--backup", description = "This one is the backup, not the primary.")
    private boolean backup;

    @Option(
        names = "--store",
        paramLabel = "DIR",
        required = true,
        description = "Directory of the messages, on storage that both mount.")
    private Path store = Path.of("");

    @Option(
        names = "--tls",
        paramLabel = "PARAMETERS",
        description =
            "How nodes connect, as in SCHEDULER_BROKER_TLS. They learn it from the brokers: all need the files at the same paths.")
    private String tls = "";
  }

  @Override
  public void run() {
    BrokerInstallation installation = new BrokerInstallation(home);
    List<String> addresses = part == null ? List.of() : both(part.pair);
    executeAndShow(
        () -> {
          // Reads the broker first, so that a wrong directory fails before the prompt for a
          // password
          Set<BrokerUser> missing = installation.missingUsers();
          BrokerPair pair = part == null ? null : pair(part, addresses);
          List<Step> steps =
              new ArrayList<>(installation.steps(passwords(missing), workerQueues, pair));
          if (noWeb) {
            steps.addAll(installation.webConsoleRemoval());
          }
          return steps;
        });
  }

  private static List<String> both(String list) {
    List<String> both = addresses(list).all();
    if (both.size() != 2) {
      throw new Failure(
          ExitStatus.USAGE,
          "'%s' names %d brokers, and a pair has two: the primary, and its backup"
              .formatted(list, both.size()));
    }
    return both;
  }

  /**
   * The broker, or all of a list.
   *
   * @throws Failure if one of them is no address
   */
  static BrokerAddresses addresses(String list) {
    return BrokerAddresses.parse(list)
        .orElseThrow(
            () ->
                new Failure(
                    ExitStatus.USAGE,
                    "'%s' is neither the address of a broker, such as 127.0.0.1:61616, nor a list of those of a pair, such as b1:61616,b2:61616"
                        .formatted(list)));
  }

  private BrokerPair pair(Part part, List<String> addresses) {
    return new BrokerPair(
        addresses.get(part.backup ? 1 : 0),
        addresses.get(part.backup ? 0 : 1),
        part.backup,
        part.store,
        part.tls,
        password("the pair of brokers", BrokerPair.PASSWORD));
  }

  private Map<BrokerUser, String> passwords(Set<BrokerUser> users) {
    Map<BrokerUser, String> passwords = new EnumMap<>(BrokerUser.class);
    users.forEach(user -> passwords.put(user, password(user.login(), user.passwordVariable())));
    return passwords;
  }
}
