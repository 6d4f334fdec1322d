package org.goodtiming.scheduler.web.http;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.eclipse.microprofile.config.ConfigProvider;
import org.goodtiming.scheduler.broker.BrokerException;
import org.goodtiming.scheduler.encryption.DecryptionException;
import org.goodtiming.scheduler.execution.RefusedReportException;
import org.goodtiming.scheduler.operations.ChangedMeanwhileException;
import org.goodtiming.scheduler.operations.queue.SettingRefusedException;

/** Makes a problem of whatever fails; never a stack trace, and never a page of the server's. */
@Provider
public class ProblemMapper implements ExceptionMapper<Throwable> {

  private static final Logger LOG = System.getLogger(ProblemMapper.class.getName());

  private static final int RETRY_AFTER_SECONDS = 5;

  /** The reason of status 415. */
  public static final String JSON_NEEDED =
      "Unsupported Media Type, send the header Content-Type: application/json";

  // Unlike ContainerRequestContext, which Jersey does not proxy: always the current one
  private @Context Request request;
  private @Context UriInfo uri;

  @Override
  public Response toResponse(Throwable failure) {
    if (failure instanceof ProblemException known) {
      return known.response();
    }
    if (failure instanceof ChangedMeanwhileException) {
      return Problem.CHANGED_MEANWHILE.response();
    }
    if (failure instanceof SettingRefusedException refused) {
      return Problem.answer(422, refused.code(), String.valueOf(refused.getMessage())).build();
    }
    if (failure instanceof RefusedReportException refused) {
      return Problem.answer(422, refused.code(), refused.reason()).build();
    }
    if (failure instanceof DecryptionException unreadable) {
      return Problem.NOT_DECRYPTED.builder(String.valueOf(unreadable.getMessage())).build();
    }
    if (failure instanceof WebApplicationException refused) {
      return ofContainer(refused.getResponse(), request.getMethod(), uri.getPath());
    }
    return ofFailure(failure);
  }

  /** Answers to a failure that is no refusal. */
  public static Response ofFailure(Throwable failure) {
    if (failure instanceof BrokerException) {
      return unavailable(Problem.BROKER_UNAVAILABLE);
    }
    return Outage.explains(failure) ? unavailable(Problem.UNAVAILABLE) : internal(failure);
  }

  private static Response unavailable(Problem problem) {
    return problem
        .builder(RETRY_AFTER_SECONDS)
        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
        .build();
  }

  /** Answers to a refusal by the container, before a resource was called. */
  static Response ofContainer(Response refusal, String method, String path) {
    int status = refusal.getStatus();
    if (status >= 500) {
      return internal(new IllegalStateException("status " + status));
    }
    Response problem =
        Problem.NOT_SERVED.withStatus(status, method, path, reason(refusal)).response();
    Object allow = refusal.getHeaders().getFirst(HttpHeaders.ALLOW);
    return allow == null
        ? problem
        : Response.fromResponse(problem).header(HttpHeaders.ALLOW, allow).build();
  }

  private static String reason(Response refusal) {
    return refusal.getStatus() == 415 ? JSON_NEEDED : refusal.getStatusInfo().getReasonPhrase();
  }

  private static Response internal(Throwable failure) {
    LOG.log(
        Level.ERROR,
        "SCHED-0996 the REST API failed to process a request, and answered SCHED-0909",
        failure);
    return Problem.INTERNAL.response(
        ConfigProvider.getConfig().getValue("scheduler.node.name", String.class));
  }
}
