package org.goodtiming.scheduler.trace;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.lang.System.Logger;
import java.net.URI;
import java.util.Map;
import org.goodtiming.scheduler.config.work.WorkConfig;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.metrics.Metrics;
import org.goodtiming.scheduler.otlp.Spans;
import org.goodtiming.scheduler.telemetry.FailureLog;

/** Exports spans, if the settings name a collector. */
@ApplicationScoped
class TraceAssembly {

  private static final Logger LOG = System.getLogger(JobTraces.class.getName());

  @Resource private TransactionSynchronizationRegistry transactions;

  @Produces
  @Singleton
  JobTracing jobTracing(WorkConfig config) {
    URI collector = config.traces().collector();
    return collector == null
        ? JobTracing.OFF
        : new JobTraces(
            spans(collector, config.node()),
            action -> AfterCompletion.register(transactions, action));
  }

  private static Spans spans(URI collector, String node) {
    FailureLog failures = new FailureLog(LOG, failure -> false);
    return new Spans(
        collector,
        Map.of(
            "service.name",
            "good-timing",
            "service.version",
            Metrics.version(),
            "service.instance.id",
            node),
        failure ->
            failures.failed(
                "SCHED-0081 spans were not exported to %s and are lost; jobs are not affected"
                    .formatted(collector),
                new IOException(failure)));
  }

  // Static, because at a stop of WildFly the resources of this class are gone
  static void end(@Disposes JobTracing traces) {
    traces.close();
  }
}
