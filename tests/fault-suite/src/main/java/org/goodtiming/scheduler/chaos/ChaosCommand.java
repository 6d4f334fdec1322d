package org.goodtiming.scheduler.chaos;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.goodtiming.scheduler.chaos.Chaos.Wishes;
import org.goodtiming.scheduler.chaos.Storm.Limits;
import org.goodtiming.scheduler.dev.CommandLines;
import org.goodtiming.scheduler.dev.StackOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./scheduler chaos}: breaks a stack of its own, and says whether every promise held. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    header = "Injects faults into a separate stack and reports whether a job was lost.",
    description = {
      "Injects every known fault into a separate stack while jobs are registered and dispatched,",
      "and checks after each round that no job was lost, arrived twice or arrived early,",
      "and that every tracked job ended once, with the result that its worker reported.",
      "With --storm faults overlap, and there is one check at the end.",
      "The exit status is 0 only if all checks succeeded. '--faults list' prints the faults."
    })
public final class ChaosCommand implements Callable<Integer> {

  // The clients' own complaints about outages, which are wanted here.
  private static final Logger LIBRARIES = Logger.getLogger("");

  @Option(names = "--seed", description = "repeats the random choices of an earlier run")
  private @Nullable Long seed;

  @Option(
      names = "--rounds",
      description = "number of rounds, with one fault each (number of faults)")
  private @Nullable Integer rounds;

  @Option(names = "--storm", description = "one storm of overlapping faults instead of rounds")
  private boolean storm;

  @Option(
      names = "--minutes",
      description = "time limit for starting a round (600); length of a storm (15)")
  private @Nullable Long minutes;

  @Option(
      names = "--jobs",
      defaultValue = "1000",
      description = "jobs per round, or per minute of a storm (${DEFAULT-VALUE})")
  private int jobs;

  @Option(
      names = "--spread",
      defaultValue = "PT15S",
      description = "period in which the jobs of a round are registered and due (${DEFAULT-VALUE})")
  private Duration spread = Duration.ZERO;

  @Option(
      names = "--faults",
      split = ",",
      paramLabel = "NAME",
      description = "faults, in this order (all); 'list' prints their names")
  private List<String> faults = List.of();

  @Option(
      names = "--transactions",
      paramLabel = "MODE",
      description =
          "how PostgreSQL takes part: ${COMPLETION-CANDIDATES} (default of the scheduler)")
  private @Nullable Transactions transactions;

  @Option(
      names = "--pair",
      description = "a pair of brokers; without --faults the faults that need one")
  private boolean pair;

  @Option(
      names = "--project",
      hidden = true,
      defaultValue = "${sys:scheduler.project:-.}",
      description = "root of the checkout")
  private Path project = Path.of(".");

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "state directory; its data is deleted first (.scheduler-chaos of the checkout)")
  private @Nullable Path state;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final PrintStream out = System.out;

  /** Runs the suite and ends the JVM with its exit status. */
  public static void main(String[] arguments) {
    LIBRARIES.setLevel(Level.OFF);
    System.exit(CommandLines.of(new ChaosCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (faults.equals(List.of("list"))) {
      Faults.ALL.forEach(fault -> out.printf("%-34s %s%n", fault.name(), fault.text()));
      return 0;
    }
    return storm ? storm() : rounds();
  }

  private int rounds() throws Exception {
    var wishes = wishes();
    out.printf("seed %d, %d rounds of %d jobs%n", wishes.seed(), wishes.rounds(), wishes.jobs());
    try (var chaos = Chaos.start(options(), out::println)) {
      var summary = chaos.run(wishes);
      return report(summary.markdown(), summary.holds());
    }
  }

  private int storm() throws Exception {
    var length = Duration.ofMinutes(minutes == null ? 15 : minutes);
    var wishes = new Storm.Wishes(seed(), length, jobs, Limits.PROMISED);
    out.printf("seed %d, a storm of %s, %d jobs per minute%n", wishes.seed(), length, jobs);
    try (var chaos = Chaos.start(options(), out::println)) {
      var verdict = chaos.storm(wishes);
      return report(verdict.markdown(), verdict.holds());
    }
  }

  private int report(String markdown, boolean holds) throws Exception {
    var file = options().state().resolve("chaos.md");
    Files.writeString(file, markdown);
    out.println(markdown);
    out.println("The same in " + file);
    return holds ? 0 : 1;
  }

  private long seed() {
    return seed == null ? System.nanoTime() : seed;
  }

  private Wishes wishes() {
    var chosen = chosen();
    return new Wishes(
        seed(),
        rounds == null ? chosen.size() : rounds,
        Duration.ofMinutes(minutes == null ? 600 : minutes),
        jobs,
        spread,
        chosen);
  }

  private List<Fault> chosen() {
    try {
      return faults.isEmpty() ? Faults.of(pair) : Faults.named(faults);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private StackOptions options() {
    var all =
        StackOptions.of(project)
            .withState(state == null ? project.resolve(".scheduler-chaos") : state)
            .withPair(pair)
            .withPorts(StackOptions.PortWishes.above(2000));
    return transactions == null
        ? all
        : all.withEnvironment(Transactions.VARIABLE, transactions.setting());
  }
}
