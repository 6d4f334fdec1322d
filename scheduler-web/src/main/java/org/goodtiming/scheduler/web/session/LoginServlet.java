package org.goodtiming.scheduler.web.session;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.goodtiming.scheduler.operations.UserTransactions;
import org.goodtiming.scheduler.operations.user.ApiSessions;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.operations.user.SessionToken;
import org.goodtiming.scheduler.web.http.Client;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.login.FailedLogins;
import org.goodtiming.scheduler.web.login.SessionCookie;
import org.goodtiming.scheduler.web.openid.IssuerUnavailableException;
import org.goodtiming.scheduler.web.openid.LoginState;
import org.goodtiming.scheduler.web.openid.OpenIdLogins;
import org.goodtiming.scheduler.web.openid.OpenIdProvider;
import org.goodtiming.scheduler.web.openid.RefusedTokenException;
import org.goodtiming.scheduler.web.openid.TokenUser;

/**
 * Logs a browser in by the OpenID provider: {@code /login} sends it there, and the provider sends
 * it back to {@code /login/callback}.
 */
@WebServlet({LoginServlet.BEGIN, LoginServlet.CALLBACK})
public class LoginServlet extends HttpServlet {

  static final String BEGIN = "/login";
  static final String CALLBACK = "/login/callback";

  private static final long serialVersionUID = 1L;

  private static final Logger LOG = System.getLogger(LoginServlet.class.getName());

  /** Limits the requests to the provider, which anybody can trigger. */
  private static final Semaphore AT_ONCE = new Semaphore(8);

  private final transient FailedLogins failed =
      new FailedLogins(text -> LOG.log(Level.WARNING, text), System::nanoTime);

  private transient @Inject OpenIdLogins logins;
  private transient @Inject ApiSessions sessions;
  private transient @Inject UserTransactions transactions;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!AT_ONCE.tryAcquire()) {
      LoginPage.refuse(request, response, Problem.LOGINS_AT_ONCE);
      return;
    }
    try {
      Optional<OpenIdProvider> provider = logins.provider();
      if (provider.isEmpty()) {
        LoginPage.refuse(request, response, Problem.NO_PROVIDER);
      } else {
        answer(provider.get(), request, response);
      }
    } finally {
      AT_ONCE.release();
    }
  }

  private void answer(
      OpenIdProvider provider, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      if (request.getServletPath().equals(CALLBACK)) {
        end(provider, request, response);
      } else {
        begin(provider, request, response);
      }
    } catch (IssuerUnavailableException e) {
      failed.providerAway(String.valueOf(e.getMessage()));
      LoginPage.refuse(request, response, Problem.PROVIDER_UNAVAILABLE, provider.name());
    } catch (RefusedTokenException e) {
      failed.provider(String.valueOf(e.getMessage()), Client.of(request).address());
      LoginPage.refuse(request, response, Problem.LOGIN_REFUSED, provider.name());
    }
  }

  private static void begin(
      OpenIdProvider provider, HttpServletRequest request, HttpServletResponse response)
      throws IssuerUnavailableException {
    LoginState login = LoginState.random();
    String location = provider.authorization(login, ConsoleUrl.of(request, CALLBACK)).toString();
    response.addHeader("Set-Cookie", LoginCookie.set(login, request));
    redirect(response, location);
  }

  private void end(
      OpenIdProvider provider, HttpServletRequest request, HttpServletResponse response)
      throws IOException, IssuerUnavailableException, RefusedTokenException {
    Optional<LoginState> login =
        LoginCookie.of(request).filter(each -> each.isStateOf(request.getParameter("state")));
    response.addHeader("Set-Cookie", LoginCookie.cleared(request));
    if (login.isEmpty()) {
      LoginPage.refuse(request, response, Problem.LOGIN_EXPIRED);
      return;
    }
    TokenUser user = user(provider, login.get(), request);
    transactions.setGrantsByGroups(user.name(), user.issuer(), user.queues());
    Optional<Role> role = user.highestRole();
    if (role.isEmpty()) {
      failed.provider("no group of '" + user.name() + "' has a role", Client.of(request).address());
      LoginPage.refuse(request, response, Problem.NO_ROLE, user.name(), provider.name());
    } else {
      open(user.name(), role.get(), request, response);
    }
  }

  private static TokenUser user(
      OpenIdProvider provider, LoginState login, HttpServletRequest request)
      throws IssuerUnavailableException, RefusedTokenException {
    String code = request.getParameter("code");
    if (code == null) {
      throw new RefusedTokenException("the provider answers " + request.getParameter("error"));
    }
    return provider.user(code, login, ConsoleUrl.of(request, CALLBACK));
  }

  private void open(
      String user, Role role, HttpServletRequest request, HttpServletResponse response) {
    SessionCookie.token(request).ifPresent(sessions::end);
    SessionToken token =
        sessions.openOfIssuer(
            user, role, Client.of(request).address(), SessionResource.userAgent(request));
    response.addHeader("Set-Cookie", SessionCookie.set(token, request));
    redirect(response, request.getContextPath() + "/");
  }

  private static void redirect(HttpServletResponse response, String location) {
    response.setStatus(HttpServletResponse.SC_SEE_OTHER);
    response.setHeader("Location", location);
    response.setHeader("Cache-Control", "no-store");
  }
}
