package org.goodtiming.scheduler.web.webhook;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.Optional;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.UserTransactions;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.operations.webhook.WebhookChanges.Outcome;
import org.goodtiming.scheduler.operations.webhook.WebhookQueries;
import org.goodtiming.scheduler.operations.webhook.WebhookSettings;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.IfMatch;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.goodtiming.scheduler.web.http.ReceiverUrl;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;

/** Where lifecycle events are posted. Only for administrators: a URL often has a secret. */
@Path("webhooks")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class WebhooksResource {

  private @Inject WebhookQueries queries;
  private @Inject UserTransactions transactions;
  private @Inject SchedulerConfig config;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.ADMIN)
  public String list() {
    return RowJson.list("webhooks", queries.list());
  }

  @GET
  @Path("{name}")
  @Needs(Role.ADMIN)
  public Response webhook(@PathParam("name") String name) {
    return RowJson.answer(find(name).orElseThrow(() -> noSuchWebhook(name))).build();
  }

  /** Creates or changes a webhook; fields that the body omits do not change. */
  @PUT
  @Path("{name}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.ADMIN)
  public Response put(@PathParam("name") String name, InputStream body) {
    if (!WebhookJson.isName(name)) {
      throw Problem.BAD_FIELD.with(
          "name",
          name,
          "up to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit");
    }
    Condition condition = IfMatch.of(servletRequest);
    WebhookSettings settings = WebhookJson.settings(RequestBody.object(body));
    if (settings.url() != null) {
      ReceiverUrl.checkAllowed(settings.url(), config.webhook());
    }
    Outcome outcome = transactions.putWebhook(login(), name, condition, settings);
    if (outcome == Outcome.NEW_WITHOUT_URL) {
      throw Problem.BAD_FIELD.with("url", "absent", "the URL of the new webhook");
    }
    return RowJson.answer(find(name).orElseThrow(() -> noSuchWebhook(name)))
        .status(outcome == Outcome.CREATED ? 201 : 200)
        .build();
  }

  /** Deletes the webhook and its waiting events. */
  @DELETE
  @Path("{name}")
  @Needs(Role.ADMIN)
  public Response delete(@PathParam("name") String name) {
    if (!WebhookJson.isName(name)
        || !transactions.deleteWebhook(login(), name, IfMatch.of(servletRequest))) {
      throw noSuchWebhook(name);
    }
    return Response.noContent().build();
  }

  private Optional<Row> find(String name) {
    return Optional.of(name).filter(WebhookJson::isName).flatMap(queries::read);
  }

  private static ProblemException noSuchWebhook(String name) {
    return Problem.NO_SUCH_WEBHOOK.with(name);
  }

  private String login() {
    return ApiLogin.required(servletRequest).name();
  }
}
