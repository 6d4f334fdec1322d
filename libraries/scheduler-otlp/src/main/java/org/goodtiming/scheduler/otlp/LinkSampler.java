package org.goodtiming.scheduler.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;

/** A new trace is sampled, unless it is linked to a span that was not. */
final class LinkSampler implements Sampler {

  @Override
  public SamplingResult shouldSample(
      Context parent,
      String traceId,
      String name,
      SpanKind kind,
      Attributes attributes,
      List<LinkData> links) {
    return links.stream().allMatch(link -> link.getSpanContext().isSampled())
        ? SamplingResult.recordAndSample()
        : SamplingResult.drop();
  }

  @Override
  public String getDescription() {
    return "LinkSampler";
  }
}
