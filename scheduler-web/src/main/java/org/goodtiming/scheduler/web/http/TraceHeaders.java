package org.goodtiming.scheduler.web.http;

import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import jakarta.ws.rs.HeaderParam;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/** The trace context of a request, by W3C. */
public class TraceHeaders {

  private static final JsonProvider JSON = JsonProvider.provider();

  private @HeaderParam(WireContract.TRACEPARENT) @Nullable String traceparent;
  private @HeaderParam(WireContract.TRACESTATE) @Nullable String tracestate;

  public TraceHeaders() {}

  TraceHeaders(@Nullable String traceparent, @Nullable String tracestate) {
    this.traceparent = traceparent;
    this.tracestate = tracestate;
  }

  /** Adds this context to a job, unless the job names a context or is malformed. */
  public String addTo(String job) {
    return traceparent == null
        ? job
        : RequestBody.parse(job)
            .filter(json -> !json.containsKey(WireContract.TRACEPARENT))
            .map(json -> added(JSON.createObjectBuilder(json)))
            .orElse(job);
  }

  private String added(JsonObjectBuilder job) {
    job.add(WireContract.TRACEPARENT, traceparent);
    if (tracestate != null) {
      job.add(WireContract.TRACESTATE, tracestate);
    }
    return job.build().toString();
  }
}
