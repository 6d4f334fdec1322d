package org.goodtiming.scheduler.dev;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./scheduler asadmin}: Payara's command line, logged in at a node of the stack. */
@Command(
    name = "asadmin",
    mixinStandardHelpOptions = true,
    description = "Runs a command of Payara's asadmin on a node. Ends with the status of asadmin.",
    footer = {"", "Example:  ./scheduler asadmin deploy --force target/my-worker.war"})
final class AsadminCommand implements Callable<Integer> {
  @Mixin private StateArguments arguments = new StateArguments();

  @Option(
      names = "--node",
      paramLabel = "NAME",
      defaultValue = "node-1",
      description = "the node (${DEFAULT-VALUE})")
  private String node = "node-1";

  @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "the command and its options")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    var stack = new RunningStack(arguments.directory());
    var port = stack.port(node, PortName.admin(node));
    if (!stack.isPayara(node)) {
      throw Problem.NOT_PAYARA.with(node, port);
    }
    var login =
        ServerTool.secret("AS_ADMIN_PASSWORD=" + stack.password("payara.admin") + "\n").toString();
    var command = new ArrayList<>(List.of(Launch.java(), "-jar"));
    command.add(new Distribution(arguments.options().project()).adminClient().toString());
    command.addAll(List.of("--host", "127.0.0.1", "--port", Integer.toString(port)));
    command.addAll(List.of("--user", "admin", "--passwordfile", login));
    command.addAll(words);
    return new ServerTool(command).run();
  }
}
