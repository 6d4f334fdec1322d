package org.goodtiming.scheduler.web.user;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.goodtiming.scheduler.operations.audit.AuditQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.Needs;

/** The changes by the REST API, each with its user. */
@Path("audit")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class AuditResource {

  private @Inject AuditQueries queries;

  /** The latest change first. */
  @GET
  @Needs(Role.OPERATOR)
  public String list(@BeanParam AuditListQuery query) {
    return AuditJson.page(queries.list(query.filter(), query.position(), query.size()));
  }
}
