package org.goodtiming.scheduler.web.login;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.config.operations.LoginConfig;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;

/** Bearer tokens by settings as a node reads them. */
final class BearerTokenSettings {

  static final String ISSUER = "https://issuer.example";
  static final String AUDIENCE = "scheduler";

  private BearerTokenSettings() {}

  /**
   * @param keys name of the setting of the keys, after scheduler.rest.bearer.
   * @param token settings by their names after scheduler.rest.token.
   */
  static BearerTokens tokens(String keys, String value, Map<String, String> token) {
    Map<String, String> settings = new HashMap<>();
    settings.put("scheduler.node.name", "node1");
    settings.put("scheduler.rest.bearer.issuer", ISSUER);
    settings.put("scheduler.rest.bearer.audience", AUDIENCE);
    settings.put("scheduler.rest.bearer." + keys, value);
    token.forEach((name, text) -> settings.put("scheduler.rest.token." + name, text));
    LoginConfig login =
        SchedulerConfig.from(name -> Optional.ofNullable(settings.get(name))).rest().login();
    return new BearerTokens(login.bearer().orElseThrow(), login.token());
  }
}
