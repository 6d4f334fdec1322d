package org.goodtiming.scheduler.benchmarks.recurrence;

import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./scheduler bench recurrence}. */
@Command(
    name = "recurrence",
    mixinStandardHelpOptions = true,
    header = "Compares due times with those of other libraries, and how fast they are computed.",
    description = {
      "Good Timing, Quartz, cron-utils, Spring and lib-recur answer cases of public test suites.",
      "Then Good Timing, Quartz and cron-utils compute the next due time of cron expressions after",
      "random instants of ten years in Europe/Berlin, and Good Timing that of RFC 5545 rules. Each",
      "round measures all in turn. The result is the median CPU time of one computation.",
      "Needs no stack."
    })
public final class RecurrenceCommand implements Callable<Integer> {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
  private static final int TEN_YEARS = 10 * 365 * 86_400;

  /** A rule with COUNT takes a thousand times as long as a cron expression. */
  private static final int TIMES_PER_RULE = 10;

  @Option(
      names = "--times",
      defaultValue = "5000",
      description = "computations in each round (${DEFAULT-VALUE}), of a rule a tenth of them")
  private int times;

  @Option(names = "--rounds", defaultValue = "15", description = "rounds (${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "seed of the random instants (${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--differences",
      description = "print the answers that are not right, and measure nothing")
  private boolean differences;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws ParseException {
    Comparison comparison = Comparison.of(CorpusCase.all());
    say(comparison.table());
    if (differences) {
      comparison.notRight().forEach(answer -> say(answer.toString()));
      return 0;
    }
    List<Instant> instants =
        new Random(seed).ints(times, 0, TEN_YEARS).mapToObj(FROM::plusSeconds).toList();
    CpuMeter cron = new CpuMeter(rounds, instants);
    say(new CronSpeed(cron, ZONE).table());
    CpuMeter rules = new CpuMeter(rounds, instants.subList(0, times / TIMES_PER_RULE));
    say(new RuleSpeed(rules, ZONE).table());
    say("(%d rounds, checksum %x)".formatted(rounds, cron.checksum() + rules.checksum()));
    return 0;
  }

  private void say(List<String> table) {
    table.forEach(this::say);
    say("");
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
  }
}
