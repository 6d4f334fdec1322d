package org.goodtiming.scheduler.benchmarks.recurrence;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./scheduler bench recurrence}. */
@Command(
    name = "recurrence",
    mixinStandardHelpOptions = true,
    header = "Measures how fast the next due time of a cron expression is computed.",
    description = {
      "Good Timing, Quartz and cron-utils compute the next due time after random instants of ten years",
      "in Europe/Berlin. Each round measures the three in turn. The result is the median of the CPU",
      "time of one computation, in ns. Needs no stack."
    })
public final class RecurrenceCommand implements Callable<Integer> {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
  private static final int TEN_YEARS = 10 * 365 * 86_400;
  private static final int WARM_UP = 3;
  private static final List<String> EXPRESSIONS =
      List.of(
          "0/5 * * * * ?",
          "0 0/20 9-17 ? * MON-FRI",
          "0 0 * * * ?",
          "0 30 2 * * ?",
          "0 0 6 ? * MON-FRI",
          "0 15 10 15 * ?",
          "0 0 6 L * ?",
          "0 0 6 LW * ?",
          "0 0 6 ? * 6L",
          "0 0 6 ? * FRI#2",
          "0 0 0 1 1 ?",
          "0 0 12 29 2 ?");

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  @Option(
      names = "--times",
      defaultValue = "5000",
      description = "computations in each round (${DEFAULT-VALUE})")
  private int times;

  @Option(names = "--rounds", defaultValue = "15", description = "rounds (${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "seed of the random instants (${DEFAULT-VALUE})")
  private long seed;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Keeps the results alive. */
  private long sum;

  @Override
  public Integer call() throws ParseException {
    List<Instant> instants =
        new Random(seed).ints(times, 0, TEN_YEARS).mapToObj(FROM::plusSeconds).toList();
    say(
        "| expression | Good Timing, ns | Quartz, ns | cron-utils, ns | Quartz / Good Timing | cron-utils / Good Timing |");
    say("|---|---|---|---|---|---|");
    for (String expression : EXPRESSIONS) {
      double[] medians = measure(expression, instants);
      say(
          "| `%s` | %.0f | %.0f | %.0f | %.1f | %.1f |"
              .formatted(
                  expression,
                  medians[0],
                  medians[1],
                  medians[2],
                  medians[1] / medians[0],
                  medians[2] / medians[0]));
    }
    say("(%d rounds of %d, checksum %x)".formatted(rounds, times, sum));
    return 0;
  }

  private double[] measure(String expression, List<Instant> instants) throws ParseException {
    CronLibrary[] libraries = CronLibrary.values();
    double[][] figures = new double[libraries.length][rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      for (CronLibrary library : libraries) {
        double ns = round(library.read(expression, ZONE), instants);
        if (round >= 0) {
          figures[library.ordinal()][round] = ns;
        }
      }
    }
    return Arrays.stream(figures).mapToDouble(RecurrenceCommand::median).toArray();
  }

  private double round(UnaryOperator<Instant> next, List<Instant> instants) {
    long start = threads.getCurrentThreadCpuTime();
    for (Instant instant : instants) {
      sum += next.apply(instant).getEpochSecond();
    }
    return (double) (threads.getCurrentThreadCpuTime() - start) / instants.size();
  }

  private static double median(double[] figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
  }
}
