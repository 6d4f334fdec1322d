package org.goodtiming.scheduler.dev;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/**
 * {@code ./scheduler stop}: stops a stack from elsewhere, with its supervisor or after it was
 * killed.
 */
@Command(
    name = "stop",
    mixinStandardHelpOptions = true,
    description = "Stops the stack that another terminal started, or what is left of it.")
final class StopCommand implements Callable<Integer> {
  private static final Duration SUPERVISOR_LIMIT = Duration.ofSeconds(120);
  private static final Duration COMPONENT_LIMIT = Duration.ofSeconds(45);
  private static final List<String> LAST = List.of(Broker.COMPONENT, Database.COMPONENT);

  @Mixin private StateArguments arguments = new StateArguments();

  private final PrintStream out = System.out;

  @Override
  public Integer call() {
    var records = new ProcessRecords(arguments.directory().processes());
    if (records.alive().isEmpty()) {
      out.println("Nothing runs.");
      return ExitCode.OK;
    }
    stopSupervisor(records);
    records.alive().keySet().stream()
        .sorted(Comparator.comparingInt(LAST::indexOf))
        .forEach(component -> stop(component, records));
    return ExitCode.OK;
  }

  // It stops everything else, in the right order.
  private void stopSupervisor(ProcessRecords records) {
    var supervisor = new ServerProcess(ProcessRecords.SUPERVISOR, records);
    if (supervisor.running()) {
      supervisor.process().signal("TERM");
      supervisor.awaitEnd(SUPERVISOR_LIMIT);
      out.println("Stopped the stack.");
    }
  }

  private void stop(String component, ProcessRecords records) {
    var pid = records.of(component).map(OsProcess::pid).orElseThrow();
    // To PostgreSQL, TERM means to wait for all clients, INT to end now in good order.
    var signal = component.equals(Database.COMPONENT) ? "INT" : "TERM";
    new ServerProcess(component, records).stop(signal, COMPONENT_LIMIT);
    out.printf("Stopped %s (pid %d), which was left behind.%n", component, pid);
  }
}
