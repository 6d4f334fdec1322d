package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.CpuClock;
import org.goodtiming.scheduler.benchmarks.CpuPerJob;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench day}. */
@Command(
    name = "day",
    mixinStandardHelpOptions = true,
    header = "Runs a day of the web shop in ten minutes; counts lost, double and early jobs.",
    description = {
      "A day of the web shop in ten minutes: orders arrive at a constant rate. Each order registers a",
      "check, due after a fixed delay; a worker records the checks. The exit status is 1 if a check",
      "was lost, or ran twice or early."
    })
public final class DayCommand implements Callable<Integer> {
  private static final String QUEUE = "bench.day";
  private static final String WARM_UP = "bench.day-before";
  private static final Duration WARM_UP_SPAN = Duration.ofSeconds(20);
  private static final Duration WARM_UP_DELAY = Duration.ofSeconds(2);

  @Option(
      names = "--orders",
      defaultValue = "200000",
      description = "number of orders (${DEFAULT-VALUE})")
  private int orders;

  @Option(
      names = "--minutes",
      defaultValue = "10",
      description = "time from the first order to the last, in minutes (${DEFAULT-VALUE})")
  private int minutes;

  @Option(
      names = "--delay",
      defaultValue = "30",
      paramLabel = "SECONDS",
      description = "time from an order to its check (${DEFAULT-VALUE})")
  private int delaySeconds;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  private boolean clean;

  @Override
  public Integer call() throws Exception {
    arguments.run(
        "The shop's day",
        "%,d orders in %d minutes at a constant rate; each registers a job by JMS in its own transaction, due %d s after the planned time of the order."
            .formatted(orders, minutes, delaySeconds),
        this::measure);
    if (!clean) {
      arguments
          .progress()
          .accept("BENCH-0011 checks were lost, or ran twice or early: see the table");
    }
    return clean ? 0 : 1;
  }

  private List<TextTable> measure(StackAccess site) throws Exception {
    var span = Duration.ofMinutes(minutes);
    warmUp(site, (int) (orders * WARM_UP_SPAN.toSeconds() / span.toSeconds()));
    var delay = Duration.ofSeconds(delaySeconds);
    var cpu = CpuClock.ofNode(site.stack());
    var client = CpuClock.ofThisJvm(site.stack());
    var timetable = new Timetable(Instant.now().plusSeconds(1), span, orders, delay);
    var usedBefore = cpu.read();
    var usedByClient = client.read();
    long from = System.nanoTime();
    try (var traffic = Traffic.start(site, QUEUE, timetable);
        var lag = RegistrationLag.watch(site.database(), QUEUE, delay)) {
      var outcome = traffic.awaitAll();
      double seconds = (System.nanoTime() - from) / 1e9;
      clean = outcome.clean();
      return List.of(
          punctuality(outcome, lag.read()),
          processors(
              cpu.read().perJobSince(usedBefore, orders),
              client.read().perJobSince(usedByClient, orders).ofApplication(),
              seconds));
    }
  }

  private static void warmUp(StackAccess site, int orders) throws Exception {
    var timetable =
        new Timetable(Instant.now().plusSeconds(1), WARM_UP_SPAN, orders, WARM_UP_DELAY);
    try (var traffic = Traffic.start(site, WARM_UP, timetable)) {
      site.tell("Warm-up lateness: %s ms", Texts.lateness(traffic.awaitAll().lateness()));
    }
  }

  private static TextTable punctuality(Traffic.Outcome outcome, Lateness lag) {
    return new TextTable(
            "Lateness is the time from the due time to the worker's first line; registration lag is the time from sending to the insertion of the row; the maximum delay of orders is how late the latest order was placed.",
            "orders",
            "lost / twice / early",
            "lateness p50 / p95 / p99 / max ms",
            "registration lag p50 / p95 / p99 / max ms",
            "maximum delay of orders ms")
        .row(
            count(outcome.registered()),
            "%d / %d / %d".formatted(outcome.lost(), outcome.twice(), outcome.early()),
            Texts.lateness(outcome.lateness()),
            Texts.lateness(lag),
            count(outcome.arrearsMillis()));
  }

  private TextTable processors(CpuPerJob cpu, double client, double seconds) {
    return new TextTable("Processor time.", "process", "us/order", "share of one core")
        .row("shop and worker (this benchmark's JVM)", count(client), share(client, seconds))
        .row("Payara", count(cpu.ofApplication()), share(cpu.ofApplication(), seconds))
        .row("Artemis", count(cpu.artemis()), share(cpu.artemis(), seconds))
        .row("PostgreSQL", count(cpu.postgres()), share(cpu.postgres(), seconds));
  }

  private String share(double micros, double seconds) {
    return format("%.1f %%", micros * orders / 1e6 / seconds * 100);
  }
}
