package org.goodtiming.scheduler.trace;

import jakarta.transaction.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.otlp.OpenSpan;
import org.goodtiming.scheduler.otlp.Spans;
import org.goodtiming.scheduler.otlp.Spans.Kind;
import org.goodtiming.scheduler.otlp.TraceContext;
import org.goodtiming.scheduler.telemetry.LogFields;
import org.jspecify.annotations.Nullable;

/**
 * The spans of jobs. The registration belongs to the trace of the registrant. Each run is a trace
 * of its own, because months may lie between; its id is the fire id, and its first span is linked
 * to the registration.
 *
 * <p>Spans end with the transaction in which they began.
 */
record JobTraces(Spans spans, Transactions transactions) implements JobTracing {

  private static final String QUEUE = "scheduler.queue";
  private static final String JOB_ID = "scheduler.job_id";
  private static final String FIRE_ID = "scheduler.fire_id";

  /** Calls back at the end of the caller's transaction. */
  @FunctionalInterface
  public interface Transactions {
    void register(AfterCompletion action);
  }

  @Override
  public List<NewJob> registering(List<NewJob> jobs) {
    if (jobs.isEmpty()) {
      return jobs;
    }
    List<OpenSpan> open = new ArrayList<>(jobs.size());
    List<NewJob> traced = jobs.stream().map(job -> registering(job, open::add)).toList();
    endWithTransaction(open);
    return traced;
  }

  private NewJob registering(NewJob job, Consumer<OpenSpan> started) {
    OpenSpan span =
        spans.start(
            "register " + job.key().queue(),
            Kind.CONSUMER,
            context(job.envelope()),
            Map.of(QUEUE, job.key().queue(), JOB_ID, job.key().jobId()));
    started.accept(span);
    return job.with(in(job.envelope(), span.context()));
  }

  @Override
  public List<ClaimedJob> dispatching(List<ClaimedJob> jobs) {
    if (jobs.isEmpty()) {
      return jobs;
    }
    List<OpenSpan> open = new ArrayList<>(2 * jobs.size());
    List<ClaimedJob> traced = jobs.stream().map(job -> dispatching(job, open::add)).toList();
    endWithTransaction(open);
    return traced;
  }

  private ClaimedJob dispatching(ClaimedJob job, Consumer<OpenSpan> started) {
    String queue = job.key().queue();
    OpenSpan dispatch = dispatch(job);
    OpenSpan deliver =
        spans.start(
            "deliver " + queue,
            Kind.PRODUCER,
            dispatch.context(),
            Map.of("messaging.destination.name", queue, FIRE_ID, job.fireId()));
    // The inner one ends first
    started.accept(deliver);
    started.accept(dispatch);
    return job.with(in(job.envelope(), deliver.context()));
  }

  /** A further attempt belongs to the trace of the first one, whose message it has been. */
  private OpenSpan dispatch(ClaimedJob job) {
    String name = "dispatch " + job.key().queue();
    String traceId = LogFields.traceId(job.fireId());
    TraceContext origin = context(job.envelope());
    Map<String, Object> attributes = attributes(job);
    return origin != null && origin.isIn(traceId)
        ? spans.start(name, Kind.INTERNAL, origin, attributes)
        : spans.startTrace(name, Kind.INTERNAL, traceId, origin, attributes);
  }

  private static Map<String, Object> attributes(ClaimedJob job) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put(QUEUE, job.key().queue());
    attributes.put(JOB_ID, job.key().jobId());
    attributes.put(FIRE_ID, job.fireId());
    attributes.put("scheduler.due_at", job.dueAt());
    attributes.put("scheduler.attempt", job.attempt());
    Instant notBefore = job.notBefore();
    if (notBefore != null) {
      attributes.put("scheduler.not_before", notBefore);
    }
    return attributes;
  }

  @Override
  public void reported(UUID fireId, String event, @Nullable String traceparent) {
    String name = "report " + event;
    String traceId = LogFields.traceId(fireId);
    Map<String, Object> attributes = Map.of(FIRE_ID, fireId);
    TraceContext worker = traceparent == null ? null : new TraceContext(traceparent, null);
    endWithTransaction(
        List.of(
            worker != null && worker.isIn(traceId)
                ? spans.start(name, Kind.CONSUMER, worker, attributes)
                : spans.startTrace(name, Kind.CONSUMER, traceId, null, attributes)));
  }

  private void endWithTransaction(List<OpenSpan> open) {
    transactions.register(
        status -> {
          if (status == Status.STATUS_COMMITTED) {
            open.forEach(OpenSpan::end);
          } else {
            open.forEach(span -> span.fail("the transaction did not commit"));
          }
        });
  }

  @Override
  public void close() {
    spans.close();
  }

  private static @Nullable TraceContext context(Envelope envelope) {
    String traceparent = envelope.traceparent();
    return traceparent == null ? null : new TraceContext(traceparent, envelope.tracestate());
  }

  private static Envelope in(Envelope envelope, TraceContext context) {
    return envelope.in(context.traceparent(), context.tracestate());
  }
}
