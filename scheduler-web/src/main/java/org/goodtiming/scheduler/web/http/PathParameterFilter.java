package org.goodtiming.scheduler.web.http;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;

/**
 * Refuses a semicolon in a path. Jersey cuts off what follows it, so a request for one job would
 * act on another job.
 */
@Provider
@Priority(Priorities.USER)
public class PathParameterFilter implements ContainerRequestFilter {

  @Override
  public void filter(ContainerRequestContext request) {
    String path = request.getUriInfo().getPath(false);
    if (path.indexOf(';') >= 0) {
      request.abortWith(Problem.PATH_PARAMETER.response(path));
    }
  }
}
