package org.goodtiming.scheduler.dev;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.dev.ControlRequest.Action;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ./scheduler stop}: stops a stack from elsewhere, with its supervisor or after it was
 * killed; or one component of it.
 */
@Command(
    name = "stop",
    mixinStandardHelpOptions = true,
    header = "Stops the stack that another terminal started, or one component of it.",
    description = {
      "Without COMPONENT, it also ends processes that a killed './scheduler dev' has left.",
      "A single component stays down until './scheduler start COMPONENT'."
    })
final class StopCommand implements Callable<Integer> {
  private static final Duration SUPERVISOR_LIMIT = Duration.ofSeconds(180);
  private static final Duration COMPONENT_LIMIT = Duration.ofSeconds(45);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final String LEADER = "leader";
  private static final List<String> LAST = List.of(Broker.COMPONENT, Database.COMPONENT);

  @Parameters(
      paramLabel = "COMPONENT",
      arity = "0..1",
      description =
          "database, broker, node-N, or leader for the node that leads; the whole stack if omitted")
  private @Nullable String component;

  @Option(names = "--kill", description = "kill the component (kill -9), like a power failure")
  private boolean kill;

  @Mixin private StateArguments arguments = new StateArguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (component != null) {
      var name =
          component.equals(LEADER) ? new RunningStack(arguments.directory()).leader() : component;
      var request = new ControlRequest(kill ? Action.KILL : Action.STOP, name);
      new ControlClient(arguments.directory()).ask(request, out()::println);
    } else if (kill) {
      throw new ParameterException(spec.commandLine(), "--kill needs a COMPONENT");
    } else {
      stopAll(new ProcessRecords(arguments.directory().processes()));
    }
    return ExitCode.OK;
  }

  private void stopAll(ProcessRecords records) {
    if (records.alive().isEmpty()) {
      out().println("Nothing runs.");
      return;
    }
    stopSupervisor(records);
    records.alive().keySet().stream()
        .sorted(Comparator.comparingInt(LAST::indexOf))
        .forEach(name -> stop(name, records));
  }

  // It stops everything else, in the right order.
  private void stopSupervisor(ProcessRecords records) {
    var supervisor = new ServerProcess(ProcessRecords.SUPERVISOR, records);
    if (!supervisor.running()) {
      return;
    }
    var pid = supervisor.process().pid();
    supervisor.process().signal("TERM");
    if (awaitSupervisor(supervisor, records)) {
      out().println("Stopped the stack.");
    } else {
      out().printf("Its supervisor (pid %d) does not end; stopping the rest.%n", pid);
    }
  }

  private boolean awaitSupervisor(ServerProcess supervisor, ProcessRecords records) {
    var deadline = System.nanoTime() + SUPERVISOR_LIMIT.toNanos();
    var told = "";
    while (!supervisor.awaitEnd(LOOK)) {
      var waiting = components(records);
      if (!waiting.isEmpty() && !waiting.equals(told)) {
        out().printf("Waiting for %s to end ...%n", waiting);
        told = waiting;
      }
      if (System.nanoTime() > deadline) {
        return false;
      }
    }
    return true;
  }

  private static String components(ProcessRecords records) {
    return records.alive().keySet().stream()
        .filter(name -> !name.equals(ProcessRecords.SUPERVISOR))
        .collect(Collectors.joining(", "));
  }

  private void stop(String name, ProcessRecords records) {
    var pid = records.of(name).map(OsProcess::pid).orElseThrow();
    out().printf("Waiting for %s (pid %d), which was left behind, to end ...%n", name, pid);
    // To PostgreSQL, TERM means to wait for all clients, INT to end now in good order.
    var signal = name.equals(Database.COMPONENT) ? "INT" : "TERM";
    new ServerProcess(name, records).stop(signal, COMPONENT_LIMIT);
    out().printf("Stopped %s.%n", name);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
