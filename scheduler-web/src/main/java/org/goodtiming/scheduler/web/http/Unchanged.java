package org.goodtiming.scheduler.web.http;

import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import org.jspecify.annotations.Nullable;

/** Whether a client already has the current state. */
public final class Unchanged {

  private Unchanged() {}

  /** Null if it must be sent. A header that cannot be read is as if it were absent. */
  public static @Nullable ResponseBuilder since(EntityTag tag, Request request) {
    try {
      return request.evaluatePreconditions(tag);
    } catch (ProcessingException e) {
      return null;
    }
  }
}
