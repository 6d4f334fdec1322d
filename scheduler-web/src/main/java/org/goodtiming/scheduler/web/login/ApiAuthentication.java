package org.goodtiming.scheduler.web.login;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.CredentialValidationResult.Status;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.goodtiming.scheduler.config.operations.LoginConfig;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.operations.UserTransactions;
import org.goodtiming.scheduler.operations.user.ApiSession;
import org.goodtiming.scheduler.operations.user.ApiSessions;
import org.goodtiming.scheduler.operations.user.GrantQueries;
import org.goodtiming.scheduler.operations.user.SessionToken;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Client;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.goodtiming.scheduler.web.http.ProblemMapper;
import org.goodtiming.scheduler.web.http.SameOriginFilter;
import org.goodtiming.scheduler.web.openid.IssuerUnavailableException;
import org.goodtiming.scheduler.web.openid.RefusedTokenException;
import org.goodtiming.scheduler.web.openid.TokenUser;
import org.jspecify.annotations.Nullable;

/**
 * Basic authentication, sessions of browsers, and bearer tokens if configured. It never answers
 * requests itself: resources refuse requests without a login with a problem, and metrics and static
 * files need no login.
 */
@ApplicationScoped
public class ApiAuthentication implements HttpAuthenticationMechanism {

  private static final Logger LOG = System.getLogger(ApiAuthentication.class.getName());

  /** Request attribute: the answer, if the login could not be checked. */
  static final String REFUSED = ApiAuthentication.class.getName() + ".refused";

  private static final String BEARER = "Bearer ";
  private static final int RETRY_SECONDS = 5;

  private @Inject ApiUserStore users;
  private @Inject ApiSessions sessions;
  private @Inject UserTransactions transactions;
  private @Inject GrantQueries grantQueries;
  private @Inject SchedulerConfig config;

  private final FailedLogins failed =
      new FailedLogins(text -> LOG.log(Level.WARNING, text), System::nanoTime);

  private final GroupGrants grants = new GroupGrants(this::store, System::nanoTime);

  private @Nullable BearerTokens tokens;

  @PostConstruct
  void prepare() {
    LoginConfig login = config.rest().login();
    tokens = login.bearer().map(bearer -> new BearerTokens(bearer, login.token())).orElse(null);
  }

  @Override
  public AuthenticationStatus validateRequest(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
    Client.of(request, config.rest().proxies()).keepIn(request);
    String header = request.getHeader("Authorization");
    if (tokens != null && header != null && isBearer(header)) {
      return login(tokens, header.substring(BEARER.length()).strip(), request, context);
    }
    Optional<UsernamePasswordCredential> credential = BasicCredentials.of(header);
    if (credential.isPresent()) {
      return login(credential.get(), request, context);
    }
    Optional<String> cookie =
        header == null && isOfApi(request) ? SessionCookie.of(request) : Optional.empty();
    return cookie.isEmpty() ? context.doNothing() : login(cookie.get(), request, context);
  }

  /** Static files are served while the database is away. */
  private static boolean isOfApi(HttpServletRequest request) {
    return request.getRequestURI().startsWith(request.getContextPath() + "/api/");
  }

  private AuthenticationStatus login(
      String cookie, HttpServletRequest request, HttpMessageContext context) {
    try {
      Optional<ApiSession> session = SessionToken.parse(cookie).flatMap(sessions::find);
      if (session.isEmpty()) {
        request.setAttribute(REFUSED, SessionCookie.refusal(request));
        return context.doNothing();
      }
      ApiLogin login = ApiLogin.of(session.get());
      login.keepIn(request);
      return context.notifyContainerAboutLogin(login.name(), login.roles());
    } catch (RuntimeException e) {
      request.setAttribute(REFUSED, ProblemMapper.ofFailure(e));
      return context.doNothing();
    }
  }

  private static boolean isBearer(String header) {
    return header.regionMatches(true, 0, BEARER, 0, BEARER.length());
  }

  private AuthenticationStatus login(
      BearerTokens tokens, String token, HttpServletRequest request, HttpMessageContext context) {
    try {
      TokenUser user = tokens.user(token);
      if (isOfApi(request) && !config.rest().login().token().grants().isEmpty()) {
        grants.set(user);
      }
      ApiLogin login = new ApiLogin(user.name(), user.roles(), ApiLogin.Way.BEARER, null);
      login.keepIn(request);
      return context.notifyContainerAboutLogin(login.name(), login.roles());
    } catch (RefusedTokenException e) {
      failed.token(String.valueOf(e.getMessage()), Client.of(request).address());
      request.setAttribute(REFUSED, refusal(e));
      return context.doNothing();
    } catch (IssuerUnavailableException e) {
      failed.issuer(String.valueOf(e.getMessage()));
      request.setAttribute(REFUSED, unavailable());
      return context.doNothing();
    } catch (RuntimeException e) {
      request.setAttribute(REFUSED, ProblemMapper.ofFailure(e));
      return context.doNothing();
    }
  }

  /** Grants that are as they should be are renewed in the second half of their time. */
  private void store(TokenUser user) {
    Duration age = config.rest().sessions().age().dividedBy(2);
    if (!grantQueries.hasByGroups(user.name(), user.issuer(), user.queues(), age)) {
      transactions.setGrantsByGroups(user.name(), user.issuer(), user.queues());
    }
  }

  /** Answers a refused token with the challenge of RFC 6750. */
  public static Response refusal(RefusedTokenException refused) {
    return Problem.BAD_TOKEN
        .builder(String.valueOf(refused.getMessage()))
        .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"")
        .build();
  }

  private static Response unavailable() {
    return Problem.ISSUER_UNAVAILABLE
        .builder(RETRY_SECONDS)
        .header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS)
        .build();
  }

  private AuthenticationStatus login(
      UsernamePasswordCredential credential,
      HttpServletRequest request,
      HttpMessageContext context) {
    try {
      boolean reads = SameOriginFilter.READING.contains(request.getMethod());
      CredentialValidationResult result =
          users.validate(credential, Client.of(request).address(), reads);
      if (result.getStatus() != Status.VALID) {
        return context.doNothing();
      }
      new ApiLogin(credential.getCaller(), result.getCallerGroups()).keepIn(request);
      return context.notifyContainerAboutLogin(result);
    } catch (ProblemException e) {
      request.setAttribute(REFUSED, e.response());
      return context.doNothing();
    } catch (RuntimeException e) {
      request.setAttribute(REFUSED, ProblemMapper.ofFailure(e));
      return context.doNothing();
    }
  }
}
