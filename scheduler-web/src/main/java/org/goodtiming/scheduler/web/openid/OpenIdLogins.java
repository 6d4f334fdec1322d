package org.goodtiming.scheduler.web.openid;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import org.goodtiming.scheduler.config.operations.LoginConfig;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;

/** The OpenID provider of the node, if there is one. */
@ApplicationScoped
public class OpenIdLogins {

  private @Inject SchedulerConfig config;

  private Optional<OpenIdProvider> provider = Optional.empty();

  @PostConstruct
  void prepare() {
    LoginConfig login = config.rest().login();
    provider = login.openId().map(openId -> new OpenIdProvider(openId, login.token()));
  }

  public Optional<OpenIdProvider> provider() {
    return provider;
  }
}
