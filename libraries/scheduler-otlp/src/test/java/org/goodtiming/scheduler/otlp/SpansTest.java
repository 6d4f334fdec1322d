package org.goodtiming.scheduler.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.otlp.Collector.Received;
import org.goodtiming.scheduler.otlp.Spans.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A collector gets what was started and ended, by the real protocol. */
class SpansTest {

  private static final String CALLER = "0af7651916cd43dd8448eb211c80319c";
  private static final String SAMPLED = "00-" + CALLER + "-b7ad6b7169203331-01";
  private static final String NOT_SAMPLED = "00-" + CALLER + "-b7ad6b7169203331-00";
  private static final String TRACE = "11111111111141118111111111111111";

  private final Collector collector = new Collector();
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private final Spans spans =
      new Spans(
          collector.address(),
          Map.of("service.name", "good-timing", "service.instance.id", "node1"),
          failures::add);

  @AfterEach
  void close() {
    spans.close();
    collector.close();
  }

  @Test
  void a_span_continues_the_trace_of_its_caller() {
    OpenSpan register =
        spans.start("register a", Kind.CONSUMER, new TraceContext(SAMPLED, "a=b"), Map.of("n", 7));
    TraceContext context = register.context();
    register.end();

    Received received = only();
    assertThat(received.traceId()).isEqualTo(CALLER);
    assertThat(received.parentId()).isEqualTo("b7ad6b7169203331");
    assertThat(received.kind()).isEqualTo("CONSUMER");
    assertThat(received.attributes()).containsExactlyEntriesOf(Map.of("n", "7"));
    assertThat(received.resource())
        .containsEntry("service.name", "good-timing")
        .containsEntry("service.instance.id", "node1");
    assertThat(received.isNamedBy(context.traceparent())).isTrue();
    assertThat(context.tracestate()).isEqualTo("a=b");
  }

  @Test
  void a_span_without_a_caller_begins_a_trace() {
    spans.start("register a", Kind.CONSUMER, null, Map.of()).end();

    assertThat(only().parentId()).isEmpty();
    assertThat(only().traceId()).isNotEqualTo(TRACE).hasSize(32);
  }

  @Test
  void a_trace_of_a_given_id_is_linked_to_its_cause() {
    OpenSpan dispatch =
        spans.startTrace(
            "dispatch a", Kind.INTERNAL, TRACE, new TraceContext(SAMPLED, null), Map.of());
    OpenSpan deliver = spans.start("deliver a", Kind.PRODUCER, dispatch.context(), Map.of());
    deliver.end();
    dispatch.end();

    List<Received> received = received();
    assertThat(received).extracting(Received::traceId).containsExactly(TRACE, TRACE);
    Received first = received.get(1);
    assertThat(first.parentId()).isEmpty();
    assertThat(first.linkedTraces()).containsExactly(CALLER);
    assertThat(first.linkedSpans()).containsExactly("b7ad6b7169203331");
    assertThat(received.get(0).parentId()).isEqualTo(first.spanId());
  }

  @Test
  void the_id_of_a_trace_is_chosen_for_one_span_only() {
    spans.startTrace("dispatch a", Kind.INTERNAL, TRACE, null, Map.of()).end();
    spans.start("register a", Kind.CONSUMER, null, Map.of()).end();

    assertThat(received().get(1).traceId()).isNotEqualTo(TRACE);
  }

  @Test
  void an_unsampled_span_is_not_exported_but_has_a_context() {
    TraceContext caller = new TraceContext(NOT_SAMPLED, null);
    OpenSpan register = spans.start("register a", Kind.CONSUMER, caller, Map.of());
    OpenSpan dispatch =
        spans.startTrace("dispatch a", Kind.INTERNAL, TRACE, register.context(), Map.of());
    register.end();
    dispatch.end();

    assertThat(dispatch.context().traceparent()).startsWith("00-" + TRACE).endsWith("-00");
    assertThat(received()).isEmpty();
  }

  @Test
  void a_failed_span_is_an_error() {
    spans.start("register a", Kind.CONSUMER, null, Map.of()).fail("rolled back");

    assertThat(only().failed()).isTrue();
  }

  @Test
  void a_refusal_of_the_collector_is_logged() {
    collector.answer(400);
    spans.start("register a", Kind.CONSUMER, null, Map.of()).end();

    assertThat(received()).isEmpty();
    assertThat(failures).isNotEmpty();
  }

  @Test
  void a_context_names_its_trace() {
    assertThat(new TraceContext(SAMPLED, null).isIn(CALLER)).isTrue();
    assertThat(new TraceContext(SAMPLED, null).isIn(TRACE)).isFalse();
    assertThat(new TraceContext("00-" + CALLER, null).isIn(CALLER)).isFalse();
  }

  private Received only() {
    assertThat(received()).hasSize(1);
    return received().get(0);
  }

  private List<Received> received() {
    spans.close();
    return collector.spans();
  }
}
