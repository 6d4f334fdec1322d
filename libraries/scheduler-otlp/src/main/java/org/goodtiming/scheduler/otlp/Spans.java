package org.goodtiming.scheduler.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Starts spans and exports them by OTLP over HTTP, on a thread of its own. A caller never waits for
 * the collector: spans that do not fit into the queue are dropped.
 */
public final class Spans implements AutoCloseable {

  /** Maximum number of waiting spans: about 20 MB, some seconds of a node at full load. */
  private static final int MAX_WAITING = 16_384;

  private static final int MAX_IN_REQUEST = 2_048;
  private static final Duration BETWEEN_REQUESTS = Duration.ofSeconds(1);
  private static final Duration MAX_END = Duration.ofSeconds(5);

  /**
   * Silenced, because the caller receives its failures. The field keeps the logger from garbage
   * collection.
   */
  private static final Logger EXPORTER =
      Logger.getLogger("io.opentelemetry.exporter.otlp.internal.HttpExporter");

  static {
    EXPORTER.setLevel(Level.OFF);
  }

  private static final TextMapGetter<TraceContext> TEXT = new W3cText();

  private final TraceIds traceIds = new TraceIds();
  private final SdkTracerProvider provider;
  private final Tracer tracer;

  /**
   * @param collector base address, to which {@code /v1/traces} is appended
   * @param service name, version and instance, as attributes of the resource
   * @param failures gets the text of each failed export
   */
  public Spans(URI collector, Map<String, String> service, Consumer<String> failures) {
    String address = collector.toString().replaceAll("/+$", "") + "/v1/traces";
    BatchSpanProcessor processor =
        BatchSpanProcessor.builder(
                new ReportingExporter(
                    OtlpHttpSpanExporter.builder().setEndpoint(address).build(), failures))
            .setMaxQueueSize(MAX_WAITING)
            .setMaxExportBatchSize(MAX_IN_REQUEST)
            .setScheduleDelay(BETWEEN_REQUESTS)
            .build();
    this.provider =
        SdkTracerProvider.builder()
            .setIdGenerator(traceIds)
            .setSampler(Sampler.parentBased(new LinkSampler()))
            .setResource(Resource.getDefault().merge(Resource.create(attributes(service))))
            .addSpanProcessor(processor)
            .build();
    this.tracer = provider.get("org.goodtiming.scheduler");
  }

  /** The kind of a span, by the specification of OpenTelemetry. */
  public enum Kind {
    INTERNAL,
    PRODUCER,
    CONSUMER
  }

  /** Starts a span in the trace of its parent; without a parent, in a new trace. */
  public OpenSpan start(
      String name, Kind kind, @Nullable TraceContext parent, Map<String, Object> attributes) {
    SpanBuilder span = tracer.spanBuilder(name);
    if (parent == null) {
      span.setNoParent();
    } else {
      span.setParent(context(parent));
    }
    return open(span, kind, attributes);
  }

  /**
   * Starts the first span of a trace whose id is given.
   *
   * @param traceId 32 hexadecimal digits
   * @param link the span because of which it begins; the trace is exported if that was sampled
   */
  public OpenSpan startTrace(
      String name,
      Kind kind,
      String traceId,
      @Nullable TraceContext link,
      Map<String, Object> attributes) {
    SpanBuilder span = tracer.spanBuilder(name).setNoParent();
    if (link != null) {
      span.addLink(Span.fromContext(context(link)).getSpanContext());
    }
    return traceIds.with(traceId, () -> open(span, kind, attributes));
  }

  private static OpenSpan open(SpanBuilder span, Kind kind, Map<String, Object> attributes) {
    return new OpenSpan(
        span.setSpanKind(kindOf(kind)).setAllAttributes(attributes(attributes)).startSpan());
  }

  private static io.opentelemetry.api.trace.SpanKind kindOf(Kind kind) {
    return switch (kind) {
      case INTERNAL -> io.opentelemetry.api.trace.SpanKind.INTERNAL;
      case PRODUCER -> io.opentelemetry.api.trace.SpanKind.PRODUCER;
      case CONSUMER -> io.opentelemetry.api.trace.SpanKind.CONSUMER;
    };
  }

  private static Context context(TraceContext text) {
    return W3CTraceContextPropagator.getInstance().extract(Context.root(), text, TEXT);
  }

  static TraceContext text(Span span) {
    Map<String, String> text = new HashMap<>();
    W3CTraceContextPropagator.getInstance()
        .inject(Context.root().with(span), text, (map, name, value) -> text.put(name, value));
    return new TraceContext(text.getOrDefault("traceparent", ""), text.get("tracestate"));
  }

  private static Attributes attributes(Map<String, ?> values) {
    var attributes = Attributes.builder();
    values.forEach(
        (name, value) -> {
          if (value instanceof Number number) {
            attributes.put(name, number.longValue());
          } else {
            attributes.put(name, value.toString());
          }
        });
    return attributes.build();
  }

  /** Exports the waiting spans, for some seconds at most. */
  @Override
  public void close() {
    provider.shutdown().join(MAX_END.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static final class W3cText implements TextMapGetter<TraceContext> {

    @Override
    public Iterable<String> keys(TraceContext text) {
      return List.of("traceparent", "tracestate");
    }

    @Override
    public @Nullable String get(@Nullable TraceContext text, String name) {
      if (text == null) {
        return null;
      }
      return switch (name) {
        case "traceparent" -> text.traceparent();
        case "tracestate" -> text.tracestate();
        default -> null;
      };
    }
  }
}
