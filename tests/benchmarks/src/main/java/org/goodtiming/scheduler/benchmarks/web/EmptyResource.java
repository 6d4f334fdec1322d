package org.goodtiming.scheduler.benchmarks.web;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/** Answers without content. */
@Path("empty")
public class EmptyResource {

  /** 204. */
  @GET
  public Response get() {
    return Response.noContent().build();
  }
}
