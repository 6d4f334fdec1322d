package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench schedules}. */
@Command(
    name = "schedules",
    mixinStandardHelpOptions = true,
    header = "Measures the dispatch of many schedules that are due in the same second.",
    description = {
      "Stores many schedules and lets some of them be due at the same moment, as at midnight. Measures",
      "the rate at which their runs are dispatched and their next runs are stored, beside as many jobs",
      "that run once, and the lateness of another queue at the same time."
    })
public final class SchedulesCommand implements Callable<Integer> {

  @Option(
      names = "--schedules",
      defaultValue = "1000000",
      description = "number of schedules (${DEFAULT-VALUE})")
  private int schedules;

  @Option(
      names = "--due",
      defaultValue = "100000",
      description = "number of them that are due at the same moment (${DEFAULT-VALUE})")
  private int due;

  @Option(
      names = "--rounds",
      defaultValue = "4",
      description = "rounds, the first of them to warm up (${DEFAULT-VALUE})")
  private int rounds;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Override
  public Integer call() throws Exception {
    arguments.run(
        "Schedules",
        "One node, %,d schedules `%s`; %,d of them are due at the same moment, or as many jobs that run once. Another queue gets %d jobs per second."
            .formatted(schedules, Midnight.RECURRENCE, due, Midnight.JOBS_A_SECOND),
        this::measure);
    return 0;
  }

  private List<TextTable> measure(StackAccess site) throws Exception {
    var midnight = new Midnight(site, due);
    midnight.store(schedules);
    var runs = new ArrayList<Midnight.Outcome>();
    var once = new ArrayList<Midnight.Outcome>();
    for (int round = 0; round < rounds; round++) {
      runs.add(midnight.schedules());
      once.add(midnight.oneShots());
      site.tell(
          "round %d: %,.0f runs/s, %,.0f jobs/s that run once",
          round, rate(runs.get(round)), rate(once.get(round)));
    }
    return List.of(
        new TextTable(
                "",
                "due at the same moment",
                "per second",
                "CPU us/job",
                "lateness of the other queue, ms: p50 / p95 / p99 / max")
            .row(cells("runs of schedules, with their next runs", median(runs)))
            .row(cells("jobs that run once", median(once))));
  }

  private static double rate(Midnight.Outcome outcome) {
    return outcome.figure().jobsPerSecond();
  }

  private static Midnight.Outcome median(List<Midnight.Outcome> outcomes) {
    return Median.of(outcomes.subList(1, outcomes.size()), SchedulesCommand::rate);
  }

  private static String[] cells(String what, Midnight.Outcome outcome) {
    return new String[] {
      what,
      count(rate(outcome)),
      outcome.figure().cpu().toString(),
      Texts.lateness(outcome.neighbour())
    };
  }
}
