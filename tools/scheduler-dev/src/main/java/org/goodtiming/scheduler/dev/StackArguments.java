package org.goodtiming.scheduler.dev;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of all commands that start a stack; use it with {@code @Mixin}. */
public final class StackArguments {
  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      converter = NodeCount.class,
      description = "number of nodes (${DEFAULT-VALUE})")
  private int nodes = 1;

  @Option(
      names = "--server",
      paramLabel = "NAME",
      defaultValue = "payara",
      converter = ServerName.class,
      description =
          "application server of the nodes: payara, payara7, wildfly or liberty (${DEFAULT-VALUE})")
  private ServerType server = ServerType.PAYARA;

  @Option(names = "--fresh", description = "delete the data of earlier runs first")
  private boolean fresh;

  @Option(
      names = "--db-port",
      paramLabel = "P",
      converter = PortNumber.class,
      description = "PostgreSQL's port, also for later starts")
  private @Nullable Integer databasePort;

  @Option(
      names = "--broker-port",
      paramLabel = "P",
      converter = PortNumber.class,
      description = "Artemis' port, also for later starts")
  private @Nullable Integer brokerPort;

  @Option(
      names = "--http-port",
      paramLabel = "P",
      converter = PortNumber.class,
      description = "node-1's port, also for later starts")
  private @Nullable Integer httpPort;

  @Mixin private StateArguments where = new StateArguments();

  /** The options of the stack from these arguments. */
  public StackOptions options() {
    var wishes =
        new StackOptions.PortWishes(
            optional(databasePort), optional(brokerPort), optional(httpPort), 0);
    return where.options().withServer(server).withNodes(nodes).withFresh(fresh).withPorts(wishes);
  }

  private static OptionalInt optional(@Nullable Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
