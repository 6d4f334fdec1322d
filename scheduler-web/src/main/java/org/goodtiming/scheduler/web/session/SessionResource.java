package org.goodtiming.scheduler.web.session;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.operations.user.ApiSession;
import org.goodtiming.scheduler.operations.user.ApiSessions;
import org.goodtiming.scheduler.operations.user.GrantQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.operations.user.SessionToken;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Client;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.login.ApiUserStore;
import org.goodtiming.scheduler.web.login.Challenge;
import org.goodtiming.scheduler.web.login.SessionCookie;
import org.goodtiming.scheduler.web.login.WithoutLogin;
import org.goodtiming.scheduler.web.openid.OpenIdLogins;
import org.jspecify.annotations.Nullable;

/** The login of the browser that sends the request. */
@Path("session")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class SessionResource {

  private static final int MAX_USER_AGENT = 300;

  private @Inject ApiUserStore users;
  private @Inject ApiSessions sessions;
  private @Inject GrantQueries grants;
  private @Inject OpenIdLogins logins;
  private @Context HttpServletRequest servletRequest;

  /** Logs in; the new session replaces an existing session of the browser. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @WithoutLogin
  public Response open(InputStream body) {
    UsernamePasswordCredential credential =
        SessionJson.credential(new JsonFields(RequestBody.object(body)));
    SessionToken token = open(credential).orElseThrow(SessionResource::wrongPassword);
    ApiSession session = sessions.find(token).orElseThrow(SessionResource::wrongPassword);
    SessionCookie.token(servletRequest).ifPresent(sessions::end);
    return Response.status(201)
        .entity(json(ApiLogin.of(session)))
        .location(URI.create("session"))
        .header(HttpHeaders.SET_COOKIE, SessionCookie.set(token, servletRequest))
        .build();
  }

  /** The logged-in user, with or without a session. */
  @GET
  @Needs(Role.VIEWER)
  public String session() {
    return json(ApiLogin.required(servletRequest));
  }

  @DELETE
  @Needs(Role.VIEWER)
  public Response end() {
    SessionCookie.token(servletRequest).ifPresent(sessions::end);
    return logout()
        .map(url -> Response.ok(SessionJson.logout(url)))
        .orElseGet(Response::noContent)
        .header(HttpHeaders.SET_COOKIE, SessionCookie.cleared(servletRequest))
        .build();
  }

  /** Where the browser logs out of the provider by which it has logged in. */
  private Optional<URI> logout() {
    ApiSession session = ApiLogin.required(servletRequest).session();
    return session != null && session.ofIssuer()
        ? logins.provider().flatMap(provider -> provider.logout(ConsoleUrl.of(servletRequest, "/")))
        : Optional.empty();
  }

  /** The OpenID provider that the login page offers beside name and password. */
  @GET
  @Path("provider")
  @WithoutLogin
  public Response provider() {
    return logins
        .provider()
        .map(provider -> Response.ok(SessionJson.provider(provider.name())))
        .orElseGet(Response::noContent)
        .build();
  }

  private Optional<SessionToken> open(UsernamePasswordCredential credential) {
    String address = Client.of(servletRequest).address();
    return users
        .find(credential, address, false)
        .flatMap(user -> sessions.open(user, address, userAgent(servletRequest)));
  }

  static @Nullable String userAgent(HttpServletRequest request) {
    String agent = request.getHeader(HttpHeaders.USER_AGENT);
    return agent == null ? null : StorableText.shown(agent, MAX_USER_AGENT);
  }

  private String json(ApiLogin login) {
    return SessionJson.of(login, grants.queues(login.name()));
  }

  static ProblemException wrongPassword() {
    return new ProblemException(
        Problem.WRONG_PASSWORD
            .builder()
            .header(HttpHeaders.WWW_AUTHENTICATE, Challenge.SESSION)
            .build());
  }
}
