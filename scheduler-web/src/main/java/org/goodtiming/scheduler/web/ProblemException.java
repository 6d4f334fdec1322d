package org.goodtiming.scheduler.web;

import jakarta.ws.rs.core.Response;

/** Leaves a resource with the answer to give. */
final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Response response;

  ProblemException(Response response) {
    super(null, null, false, false);
    this.response = response;
  }

  Response response() {
    return response;
  }
}
