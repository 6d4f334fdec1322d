package org.goodtiming.scheduler.web.overview;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.operations.overview.SearchQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;

/** Finds jobs, runs, schedules and more by an id, a name or its first characters. */
@Path("search")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class SearchResource {

  private static final int MAX_LENGTH = 200;

  private @Inject SearchQueries queries;
  private @Context HttpServletRequest servletRequest;
  private @Context UriInfo uri;

  /** Searches by text; only operators find rows of the audit. */
  @GET
  @Needs(Role.VIEWER)
  public String search(@QueryParam("q") @DefaultValue("") String query) {
    String text = checked(query);
    boolean withAudit = ApiLogin.required(servletRequest).has(Role.OPERATOR);
    return SearchJson.of(text, queries.search(text, withAudit), uri.getBaseUri());
  }

  static String checked(String query) {
    String text = query.strip();
    int length = text.codePointCount(0, text.length());
    if (length == 0 || length > MAX_LENGTH || !StorableText.isStorable(text)) {
      throw Problem.BAD_PARAMETER.with(
          "q", query, "1 to " + MAX_LENGTH + " characters without NUL, such as a job id");
    }
    return text;
  }
}
