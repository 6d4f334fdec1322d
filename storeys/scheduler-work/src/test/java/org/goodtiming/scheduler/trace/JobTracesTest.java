package org.goodtiming.scheduler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.otlp.Collector;
import org.goodtiming.scheduler.otlp.Collector.Received;
import org.goodtiming.scheduler.otlp.Spans;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Spans of one job, from its registration to its reports, as a collector gets them. */
class JobTracesTest {

  private static final String CALLER = "0af7651916cd43dd8448eb211c80319c";
  private static final String TRACEPARENT = "00-" + CALLER + "-b7ad6b7169203331-01";
  private static final UUID FIRE_ID = UUID.fromString("6c0f7b1e-57f0-4c0b-9a1e-0d5c1b2a3f40");
  private static final String RUN = "6c0f7b1e57f04c0b9a1e0d5c1b2a3f40";

  private final Collector collector = new Collector();
  private final List<AfterCompletion> transaction = new ArrayList<>();
  private final JobTraces traces =
      new JobTraces(new Spans(collector.address(), Map.of(), failure -> {}), transaction::add);

  @AfterEach
  void close() {
    traces.close();
    collector.close();
  }

  @Test
  void the_run_of_a_job_is_a_trace_that_is_linked_to_its_registration() {
    NewJob registered = register(Map.of(JobProperty.TRACEPARENT, TRACEPARENT));
    end(Status.STATUS_COMMITTED);
    ClaimedJob dispatched = dispatch(registered.envelope(), 1);
    traces.reported(FIRE_ID, "finished", dispatched.envelope().traceparent());
    end(Status.STATUS_COMMITTED);

    List<Received> spans = received();
    Received register = named(spans, "register order-check");
    Received dispatch = named(spans, "dispatch order-check");
    Received deliver = named(spans, "deliver order-check");
    Received report = named(spans, "report finished");
    assertThat(register.traceId()).isEqualTo(CALLER);
    assertThat(register.parentId()).isEqualTo("b7ad6b7169203331");
    assertThat(dispatch.traceId()).isEqualTo(RUN);
    assertThat(dispatch.parentId()).isEmpty();
    assertThat(dispatch.linkedTraces()).containsExactly(CALLER);
    assertThat(dispatch.linkedSpans()).containsExactly(register.spanId());
    assertThat(deliver.parentId()).isEqualTo(dispatch.spanId());
    assertThat(deliver.isNamedBy(dispatched.envelope().traceparent())).isTrue();
    assertThat(report.traceId()).isEqualTo(RUN);
    assertThat(report.parentId()).isEqualTo(deliver.spanId());
    assertThat(spans).noneMatch(Received::failed);
  }

  @Test
  void a_span_names_its_job() {
    dispatch(envelope(Map.of()), 2);
    end(Status.STATUS_COMMITTED);

    assertThat(named(received(), "dispatch order-check").attributes())
        .containsEntry("scheduler.queue", "order-check")
        .containsEntry("scheduler.job_id", "4711")
        .containsEntry("scheduler.fire_id", FIRE_ID.toString())
        .containsEntry("scheduler.attempt", "2")
        .containsEntry("scheduler.due_at", "2026-12-01T10:00:00Z");
  }

  @Test
  void a_further_attempt_follows_the_message_of_the_first_one() {
    ClaimedJob first = dispatch(envelope(Map.of()), 1);
    dispatch(first.envelope(), 2);
    end(Status.STATUS_COMMITTED);

    List<Received> dispatches =
        received().stream().filter(span -> span.name().startsWith("dispatch")).toList();
    assertThat(dispatches).extracting(Received::traceId).containsExactly(RUN, RUN);
    assertThat(first.envelope().traceparent()).contains(dispatches.get(1).parentId());
  }

  @Test
  void spans_of_a_transaction_that_rolls_back_are_errors() {
    register(Map.of());
    assertThat(collector.spans()).isEmpty();
    end(Status.STATUS_ROLLEDBACK);

    assertThat(received()).hasSize(1).allMatch(Received::failed);
  }

  @Test
  void a_report_without_a_context_of_the_run_belongs_to_it_nevertheless() {
    traces.reported(FIRE_ID, "started", null);
    traces.reported(FIRE_ID, "finished", TRACEPARENT);
    traces.reported(FIRE_ID, "progress", "00-" + RUN + "-nonsense");
    end(Status.STATUS_COMMITTED);

    assertThat(received()).extracting(Received::traceId).containsExactly(RUN, RUN, RUN);
  }

  @Test
  void an_unsampled_trace_is_not_exported() {
    NewJob job = register(Map.of(JobProperty.TRACEPARENT, TRACEPARENT.replace("-01", "-00")));
    dispatch(job.envelope(), 1);
    end(Status.STATUS_COMMITTED);

    assertThat(received()).isEmpty();
  }

  private NewJob register(Map<JobProperty, Object> carried) {
    return traces
        .registering(List.of(Jobs.job("order-check", "4711").carried(carried).build()))
        .get(0);
  }

  private ClaimedJob dispatch(Envelope envelope, int attempt) {
    return traces.dispatching(List.of(claimed(envelope, attempt))).get(0);
  }

  private static Envelope envelope(Map<JobProperty, Object> carried) {
    return Jobs.job("order-check", "4711").carried(carried).build().envelope();
  }

  private static ClaimedJob claimed(Envelope envelope, int attempt) {
    Instant due = Instant.parse("2026-12-01T10:00:00Z");
    return new ClaimedJob(
        Jobs.job("order-check", "4711").build().key(),
        FIRE_ID,
        due,
        due,
        false,
        attempt,
        due,
        null,
        null,
        null,
        null,
        envelope);
  }

  private void end(int status) {
    transaction.forEach(action -> action.afterCompletion(status));
    transaction.clear();
  }

  private static Received named(List<Received> spans, String name) {
    return spans.stream().filter(span -> span.name().equals(name)).findFirst().orElseThrow();
  }

  private List<Received> received() {
    traces.close();
    return collector.spans();
  }
}
