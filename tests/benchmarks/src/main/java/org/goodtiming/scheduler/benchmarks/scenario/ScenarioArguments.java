package org.goodtiming.scheduler.benchmarks.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.goodtiming.scheduler.benchmarks.report.MachineInfo;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.StackArguments;
import org.goodtiming.scheduler.dev.StackOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options and common parts of all scenarios. */
public final class ScenarioArguments {

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "directory of the report (tests/benchmarks/results of the checkout)")
  private @Nullable Path results;

  @Mixin private StackArguments stack = new StackArguments();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** A scenario with an empty stack of its own. */
  interface Scenario {
    List<TextTable> measure(StackAccess site) throws Exception;
  }

  /** Runs a scenario on a new stack, and prints and keeps what it has shown. */
  void run(String title, String intro, Scenario scenario) throws Exception {
    run(title, intro, options -> options, scenario);
  }

  /** The same on a stack that differs from the usual one. */
  void run(String title, String intro, UnaryOperator<StackOptions> change, Scenario scenario)
      throws Exception {
    try (var running = DevStack.start(change.apply(options()));
        var site = StackAccess.of(running, progress())) {
      var conditions = conditions(site);
      keep(new ScenarioReport(title, intro, conditions, scenario.measure(site)));
    }
  }

  void keep(ScenarioReport report) throws IOException {
    var directory =
        results == null ? options().project().resolve("tests/benchmarks/results") : results;
    var file = directory.resolve(spec.name() + ".md");
    Files.createDirectories(directory);
    Files.writeString(file, report.markdown());
    report.tables().forEach(table -> progress().accept("\n" + table.markdown()));
    progress().accept("The report is in " + file);
  }

  /** A stack beside that of the developer, whose data must not be forgotten. */
  StackOptions options() {
    var given = stack.options();
    return given
        .withState(given.state().resolveSibling(given.state().getFileName() + "-scenario"))
        .withFresh(true)
        .withProgress(progress());
  }

  List<String> conditions(StackAccess site) throws Exception {
    return List.of(
        "Measured on %s by `%s`".formatted(MachineInfo.now(), MachineInfo.command(spec)),
        "Machine: " + MachineInfo.machine(),
        "Servers: " + MachineInfo.servers(site.stack()),
        "Versions: Artemis %s, %s"
            .formatted(site.broker().version(), site.stack().node(1).version()));
  }

  Consumer<String> progress() {
    return System.out::println;
  }
}
