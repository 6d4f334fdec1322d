package org.goodtiming.scheduler.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.function.Consumer;

/** Reports each failed export. */
record ReportingExporter(SpanExporter exporter, Consumer<String> failures) implements SpanExporter {

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    CompletableResultCode result = exporter.export(spans);
    return result.whenComplete(
        () -> {
          if (!result.isSuccess()) {
            failures.accept(text(result.getFailureThrowable()));
          }
        });
  }

  private static String text(@org.jspecify.annotations.Nullable Throwable failure) {
    return failure == null ? "the collector refused the spans" : failure.toString();
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
