package org.goodtiming.scheduler.web.user;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Base64;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.UserTransactions;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.user.ApiUsers;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.operations.user.UserChanges.Outcome;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.IfMatch;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;
import org.goodtiming.scheduler.web.login.ApiUserStore;
import org.goodtiming.scheduler.web.login.UserJson;

/** Users of the API. A password is generated, and shown once. */
@Path("users")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class UsersResource {

  private static final int PASSWORD_BYTES = 18;
  private static final SecureRandom RANDOM = new SecureRandom();

  private @Inject ApiUsers users;
  private @Inject ApiUserStore passwords;
  private @Inject UserTransactions transactions;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.ADMIN)
  public String list() {
    return RowJson.list("users", users.list());
  }

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.ADMIN)
  public Response create(InputStream body) {
    UserJson.NewUser user = UserJson.newUser(new JsonFields(RequestBody.object(body)));
    String name = user.name();
    String password = newPassword();
    return switch (transactions.create(login(), name, user.role(), passwords.hash(password))) {
      case CREATED ->
          withPassword(name, password).status(201).location(URI.create("users/" + name)).build();
      case EXISTS -> throw Problem.USER_EXISTS.with(name);
      case NAME_OF_DELETED_USER -> throw Problem.FORMER_USER.with(name);
    };
  }

  @GET
  @Path("{name}")
  @Needs(Role.ADMIN)
  public Response user(@PathParam("name") String name) {
    return RowJson.answer(find(name)).build();
  }

  /** Changes a user; fields that the body omits do not change. */
  @PUT
  @Path("{name}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.ADMIN)
  public Response set(@PathParam("name") String name, InputStream body) {
    UserJson.Settings settings = UserJson.settings(new JsonFields(RequestBody.object(body)));
    Condition condition = IfMatch.of(servletRequest);
    find(name);
    check(name, transactions.set(login(), name, condition, settings.role(), settings.locked()));
    passwords.changed(name);
    return user(name);
  }

  /** Generates a new password; the former password is no longer valid. */
  @POST
  @Path("{name}/reset-password")
  @Needs(Role.ADMIN)
  public Response resetPassword(@PathParam("name") String name) {
    Condition condition = IfMatch.of(servletRequest);
    find(name);
    String password = newPassword();
    if (!transactions.resetPassword(login(), name, condition, passwords.hash(password))) {
      throw Problem.NO_SUCH_USER.with(name);
    }
    passwords.changed(name);
    return withPassword(name, password).build();
  }

  @DELETE
  @Path("{name}")
  @Needs(Role.ADMIN)
  public Response delete(@PathParam("name") String name) {
    Condition condition = IfMatch.of(servletRequest);
    find(name);
    check(name, transactions.delete(login(), name, condition));
    passwords.changed(name);
    return Response.noContent().build();
  }

  static void check(String name, Outcome outcome) {
    switch (outcome) {
      case CHANGED -> {}
      case NO_SUCH_USER -> throw Problem.NO_SUCH_USER.with(name);
      case LAST_ADMINISTRATOR -> throw Problem.LAST_ADMINISTRATOR.with(name);
    }
  }

  private Response.ResponseBuilder withPassword(String name, String password) {
    Row user = find(name);
    return RowJson.answer(user, RowJson.of(user).add("password", password));
  }

  private Row find(String name) {
    if (!UserJson.isName(name)) {
      throw Problem.NO_SUCH_USER.with(name);
    }
    return users.row(name).orElseThrow(() -> Problem.NO_SUCH_USER.with(name));
  }

  private static String newPassword() {
    byte[] bytes = new byte[PASSWORD_BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private String login() {
    return ApiLogin.required(servletRequest).name();
  }
}
