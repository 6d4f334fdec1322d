package org.goodtiming.scheduler.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** A collector of OTLP over HTTP, on a port of this machine, which keeps what it gets. */
public final class Collector implements AutoCloseable {

  private static final HexFormat HEX = HexFormat.of();

  private final Queue<Received> spans = new ConcurrentLinkedQueue<>();
  private final HttpServer server;
  private volatile int status = 200;

  /** Listens on a free port. */
  public Collector() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  /**
   * A span as it arrived; ids are hexadecimal.
   *
   * @param parentId empty if it is the first of its trace
   * @param linkedTraces ids of the traces to which it is linked
   */
  public record Received(
      String traceId,
      String spanId,
      String parentId,
      String name,
      String kind,
      boolean failed,
      Map<String, String> attributes,
      List<String> linkedTraces,
      List<String> linkedSpans,
      Map<String, String> resource) {

    /** Whether the context of a worker or registrant is that of this span. */
    public boolean isNamedBy(String traceparent) {
      return traceparent.startsWith("00-%s-%s-".formatted(traceId, spanId));
    }
  }

  /** Base address for exporters. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** From now on it answers with that status, and keeps nothing unless that is 200. */
  public void answer(int httpStatus) {
    status = httpStatus;
  }

  /** All spans, in the order of their arrival. */
  public List<Received> spans() {
    return List.copyOf(spans);
  }

  /** Forgets them. */
  public void clear() {
    spans.clear();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream body = exchange.getRequestBody()) {
      boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      ExportTraceServiceRequest request =
          ExportTraceServiceRequest.parseFrom(zipped ? new GZIPInputStream(body) : body);
      if (status == 200) {
        request
            .getResourceSpansList()
            .forEach(
                resource ->
                    resource
                        .getScopeSpansList()
                        .forEach(
                            scope ->
                                scope
                                    .getSpansList()
                                    .forEach(
                                        span ->
                                            spans.add(
                                                received(
                                                    span,
                                                    values(
                                                        resource
                                                            .getResource()
                                                            .getAttributesList()))))));
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  private static Received received(Span span, Map<String, String> resource) {
    return new Received(
        HEX.formatHex(span.getTraceId().toByteArray()),
        HEX.formatHex(span.getSpanId().toByteArray()),
        HEX.formatHex(span.getParentSpanId().toByteArray()),
        span.getName(),
        span.getKind().name().replace("SPAN_KIND_", ""),
        span.getStatus().getCode() == StatusCode.STATUS_CODE_ERROR,
        values(span.getAttributesList()),
        span.getLinksList().stream()
            .map(link -> HEX.formatHex(link.getTraceId().toByteArray()))
            .toList(),
        span.getLinksList().stream()
            .map(link -> HEX.formatHex(link.getSpanId().toByteArray()))
            .toList(),
        resource);
  }

  private static Map<String, String> values(List<KeyValue> attributes) {
    return attributes.stream()
        .collect(
            Collectors.toMap(
                KeyValue::getKey,
                each ->
                    each.getValue().hasIntValue()
                        ? String.valueOf(each.getValue().getIntValue())
                        : each.getValue().getStringValue()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
