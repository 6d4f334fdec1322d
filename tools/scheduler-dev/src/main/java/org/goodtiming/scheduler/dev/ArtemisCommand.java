package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./scheduler artemis}: Artemis' command line, logged in at the broker of the stack. */
@Command(
    name = "artemis",
    mixinStandardHelpOptions = true,
    description = "Runs a command of Artemis on the broker. Ends with the status of artemis.",
    footer = {"", "Example:  ./scheduler artemis queue stat"})
final class ArtemisCommand implements Callable<Integer> {
  // Others, such as help and version, take no login and refuse one
  private static final Set<String> CONNECTING =
      Set.of("address", "browser", "check", "consumer", "perf", "producer", "queue", "shell");

  @Mixin private StateArguments arguments = new StateArguments();

  @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "the command and its options")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    var login = CONNECTING.contains(words.get(0)) ? List.of("@" + login()) : List.<String>of();
    var home = new Distribution(arguments.options().project()).artemis();
    var command = new ArrayList<>(List.of(Launch.java(), "-Dartemis.home=" + home));
    command.addAll(List.of("-classpath", home.resolve("lib/artemis-boot.jar").toString()));
    command.add("org.apache.activemq.artemis.boot.Artemis");
    command.addAll(words);
    command.addAll(login);
    return new ServerTool(command).run();
  }

  // A file of arguments, which Artemis reads in place of its name
  private Path login() {
    var stack = new RunningStack(arguments.directory());
    var user = BrokerUser.ADMIN;
    return ServerTool.secret(
        "--url %s --user %s --password %s\n"
            .formatted(
                Broker.url(stack.port(Broker.COMPONENT, PortName.BROKER)),
                user.user(),
                stack.password(user.passwordName())));
  }
}
