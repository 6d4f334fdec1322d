package org.goodtiming.scheduler.web;

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
import java.util.Optional;

/**
 * Basic authentication. It never answers itself: a resource refuses who is not logged in, with a
 * problem, and what is no resource (metrics) needs no login.
 */
@ApplicationScoped
public class ApiAuthentication implements HttpAuthenticationMechanism {

  /** Request attribute: the answer, if the login could not be checked. */
  static final String REFUSED = ApiAuthentication.class.getName() + ".refused";

  private @Inject ApiUserStore users;

  @Override
  public AuthenticationStatus validateRequest(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
    Optional<UsernamePasswordCredential> credential =
        BasicCredentials.of(request.getHeader("Authorization"));
    return credential.isEmpty() ? context.doNothing() : login(credential.get(), request, context);
  }

  private AuthenticationStatus login(
      UsernamePasswordCredential credential,
      HttpServletRequest request,
      HttpMessageContext context) {
    try {
      CredentialValidationResult result = users.validate(credential, request.getRemoteAddr());
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
