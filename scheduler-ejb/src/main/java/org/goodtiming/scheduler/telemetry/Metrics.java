package org.goodtiming.scheduler.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.goodtiming.scheduler.telemetry.Event.BatchCommitted;
import org.goodtiming.scheduler.telemetry.Event.ClocksCompared;
import org.goodtiming.scheduler.telemetry.Event.ClocksUnknown;
import org.goodtiming.scheduler.telemetry.Event.DeadLetterKept;
import org.goodtiming.scheduler.telemetry.Event.DutiesChanged;
import org.goodtiming.scheduler.telemetry.Event.JobRetried;
import org.goodtiming.scheduler.telemetry.Event.JobsDispatched;
import org.goodtiming.scheduler.telemetry.Event.JobsFailed;
import org.goodtiming.scheduler.telemetry.Event.LeaseGained;
import org.goodtiming.scheduler.telemetry.Event.Polled;
import org.goodtiming.scheduler.telemetry.Event.QueueRests;
import org.goodtiming.scheduler.telemetry.Event.RegistrationsRefused;
import org.goodtiming.scheduler.telemetry.Event.RegistrationsStored;
import org.goodtiming.scheduler.telemetry.Event.ReportsTaken;
import org.goodtiming.scheduler.telemetry.Event.RunsEnded;
import org.goodtiming.scheduler.telemetry.Event.TimerCalled;
import org.goodtiming.scheduler.telemetry.Event.WebhookTried;

/** The metrics of a node, counted since its start. */
public final class Metrics implements EventListener {

  /** The content type of {@link #scrape}. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final int MOST_QUEUES = 200;

  private static final Duration[] LATENESS =
      millis(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 60_000, 600_000, 3_600_000);

  private static final Duration[] RUNS =
      millis(
          10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000);

  private static final Duration[] STATEMENTS = millis(1, 2, 5, 10, 25, 50, 100, 250, 1_000, 5_000);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final QueueLabels labels = new QueueLabels(MOST_QUEUES);
  private final Map<String, Timer> lateness = new HashMap<>();
  private final Map<String, Timer> durations = new HashMap<>();
  private final Timer poll = timer("scheduler.poll", "Duration of a poll", STATEMENTS);
  private final Timer commit =
      timer("scheduler.commit", "Duration of the commit of a batch", STATEMENTS);
  private final DistributionSummary batch =
      DistributionSummary.builder("scheduler.batch")
          .baseUnit("jobs")
          .description("Number of jobs in a batch")
          .serviceLevelObjectives(1, 10, 100, 1_000, 10_000)
          .register(registry);
  private final Counter timerCalls =
      Counter.builder("scheduler.timer.calls")
          .description("Calls of the EJB timer of this node")
          .register(registry);
  private final EventHandlers handlers =
      new EventHandlers()
          .on(RegistrationsStored.class, this::stored)
          .on(RegistrationsRefused.class, this::refused)
          .on(Polled.class, event -> poll.record(event.took()))
          .on(JobsDispatched.class, this::dispatched)
          .on(BatchCommitted.class, this::committed)
          .on(JobsFailed.class, this::failed)
          .on(QueueRests.class, rest -> failed(rest.queue(), rest.jobs()))
          .on(
              DeadLetterKept.class,
              event -> quarantined(labels.known(event.queue()), event.stage(), 1))
          .on(JobRetried.class, this::retried)
          .on(ReportsTaken.class, this::reported)
          .on(RunsEnded.class, this::ended)
          .on(WebhookTried.class, this::webhookTried)
          .on(LeaseGained.class, this::takenOver)
          .on(DutiesChanged.class, this::dutiesChanged)
          .on(TimerCalled.class, event -> timerCalls.increment())
          .on(ClocksCompared.class, event -> brokerAhead = event.brokerAhead().toNanos() / 1e9)
          .on(ClocksUnknown.class, event -> brokerAhead = Double.NaN);
  private volatile double brokerAhead = Double.NaN;
  private volatile NodeDuties duties = NodeDuties.NONE;

  /**
   * @param version of the scheduler
   */
  public Metrics(String version) {
    new LeaderGauges(registry, labels, handlers);
    Gauge.builder("scheduler.broker.clock.offset", () -> brokerAhead)
        .baseUnit("seconds")
        .description("Upper bound of how far the broker's clock is ahead of the database's")
        .register(registry);
    duty("dispatch", () -> duties.dispatches() ? 1 : 0);
    duty("registration", () -> duties.registers() ? 1 : 0);
    Gauge.builder("scheduler.build.info", () -> 1)
        .description("The version of the scheduler")
        .tag("version", version)
        .register(registry);
  }

  @Override
  public void on(Event event) {
    handlers.handle(event);
  }

  /** The version of this build. */
  public static String version() {
    return ResourceBundle.getBundle(Metrics.class.getPackageName() + ".build").getString("version");
  }

  /** All metrics in the text format of Prometheus. */
  public String scrape() {
    return registry.scrape();
  }

  private Gauge duty(String duty, Supplier<Number> value) {
    return Gauge.builder("scheduler.node.duty", value)
        .tags("duty", duty)
        .description("1 if the node has the duty, 0 if an operator has taken it away")
        .register(registry);
  }

  private void dutiesChanged(DutiesChanged changed) {
    duties = new NodeDuties(changed.dispatches(), changed.registers());
  }

  private void stored(RegistrationsStored stored) {
    Counter.builder("scheduler.registrations")
        .description("Registrations and cancels that were stored, by the status of their receipt")
        .tags("queue", labels.of(stored.queue()), "status", stored.status())
        .register(registry)
        .increment(stored.jobs());
  }

  private void refused(RegistrationsRefused refused) {
    Counter.builder("scheduler.refused.registrations")
        .description("Registrations and cancels that were refused")
        .tags("code", refused.code())
        .register(registry)
        .increment(refused.jobs());
  }

  private void dispatched(JobsDispatched jobs) {
    String queue = labels.of(jobs.queue());
    dispatched(queue, "sent", jobs.latenessMicros().length);
    dispatched(queue, "dropped", jobs.dropped());
    Timer late = lateness.computeIfAbsent(queue, this::lateness);
    for (long micros : jobs.latenessMicros()) {
      late.record(micros, TimeUnit.MICROSECONDS);
    }
  }

  private void dispatched(String queue, String outcome, int jobs) {
    Counter.builder("scheduler.dispatched.jobs")
        .description("Jobs sent to their worker queue, or dropped: expired or cancelled")
        .tags("queue", queue, "outcome", outcome)
        .register(registry)
        .increment(jobs);
  }

  private void takenOver(LeaseGained gained) {
    Counter.builder("scheduler.takeovers")
        .description("How often this node took over the lease of a partition")
        .tags("partition", gained.partition())
        .register(registry)
        .increment();
  }

  private void committed(BatchCommitted committed) {
    batch.record(committed.jobs());
    commit.record(committed.commit());
  }

  private void failed(JobsFailed failed) {
    failed(failed.queue(), failed.jobs());
    quarantined(labels.of(failed.queue()), "dispatch", failed.quarantined());
  }

  private void failed(String queue, int jobs) {
    Counter.builder("scheduler.failed.jobs")
        .description("Failed attempts to send a job to its worker queue")
        .tags("queue", labels.of(queue))
        .register(registry)
        .increment(jobs);
  }

  private void retried(JobRetried job) {
    Counter.builder("scheduler.retried.jobs")
        .description("Jobs that wait for another attempt, because their worker has failed")
        .tags("queue", labels.of(job.queue()))
        .register(registry)
        .increment();
  }

  private void webhookTried(WebhookTried tried) {
    Counter.builder("scheduler.webhook.posts")
        .description(
            "Lifecycle events that a webhook has accepted, failed to accept, or never gets, and pauses by its receiver")
        .tags("webhook", tried.webhook(), "outcome", tried.outcome())
        .register(registry)
        .increment(tried.events());
  }

  private void ended(RunsEnded runs) {
    String queue = labels.of(runs.queue());
    ended(queue, "finished", runs.finished());
    ended(queue, "failed", runs.failed());
    Timer duration = durations.computeIfAbsent(queue, this::duration);
    for (long micros : runs.durationMicros()) {
      duration.record(micros, TimeUnit.MICROSECONDS);
    }
  }

  private void ended(String queue, String outcome, int runs) {
    Counter.builder("scheduler.ended.runs")
        .description("Tracked runs that their workers have finished, or that ended as errors")
        .tags("queue", queue, "outcome", outcome)
        .register(registry)
        .increment(runs);
  }

  private void reported(ReportsTaken taken) {
    reported("booked", taken.booked());
    reported("ignored", taken.ignored());
    reported("refused", taken.refused());
  }

  private void reported(String outcome, int reports) {
    Counter.builder("scheduler.execution.reports")
        .description("Reports of workers: booked; ignored because late or repeated; refused")
        .tags("outcome", outcome)
        .register(registry)
        .increment(reports);
  }

  private void quarantined(String queue, String stage, int jobs) {
    Counter.builder("scheduler.quarantined.jobs")
        .description("Jobs and dead letters that went to the quarantine")
        .tags("queue", queue, "stage", stage)
        .register(registry)
        .increment(jobs);
  }

  private Timer lateness(String queue) {
    return Timer.builder("scheduler.lateness")
        .description("From a job's due time to the commit that sends it")
        .tags("queue", queue)
        .serviceLevelObjectives(LATENESS)
        .register(registry);
  }

  private Timer duration(String queue) {
    return Timer.builder("scheduler.run.duration")
        .description("From the start of a tracked run to its end")
        .tags("queue", queue)
        .serviceLevelObjectives(RUNS)
        .register(registry);
  }

  private Timer timer(String name, String description, Duration... buckets) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(buckets)
        .register(registry);
  }

  private static Duration[] millis(long... millis) {
    return Arrays.stream(millis).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
  }
}
