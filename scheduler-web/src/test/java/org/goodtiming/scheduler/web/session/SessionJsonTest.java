package org.goodtiming.scheduler.web.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.fields;
import static org.goodtiming.scheduler.web.http.Refusals.problem;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.operations.user.ApiSession;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.ApiLoginTest;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionJsonTest {

  private static final Instant NOON = Instant.parse("2100-01-01T12:00:00Z");

  @Test
  void a_login_has_name_and_password() {
    UsernamePasswordCredential credential =
        SessionJson.credential(fields("{'name': 'ann', 'password': ' secret '}"));

    assertThat(credential.getCaller()).isEqualTo("ann");
    assertThat(credential.getPasswordAsString()).isEqualTo(" secret ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'name': 'ann'}",
        "{'password': 'secret'}",
        "{'name': 'ann', 'password': ''}",
        "{'name': ['ann'], 'password': 'secret'}",
        "{'name': 'ann', 'password': 'secret', 'role': 'admin'}"
      })
  void other_bodies_are_refused(String body) {
    assertThat(refusal(() -> SessionJson.credential(fields(body)))).startsWith("422 SCHED-0916");
  }

  @Test
  void a_session_shows_its_user_with_all_roles_and_grants_and_when_it_ends() {
    ApiSession session =
        new ApiSession(7, "ann", Role.OPERATOR, false, NOON, NOON.minusSeconds(60));

    assertThat(SessionJson.of(ApiLogin.of(session), List.of("*")))
        .isEqualTo(
            "{\"name\":\"ann\",\"role\":\"operator\",\"roles\":[\"viewer\",\"submitter\",\"operator\"],"
                + "\"grants\":[\"*\"],\"by\":\"session\",\"expiresAt\":\"2100-01-01T12:00:00Z\","
                + "\"idleUntil\":\"2100-01-01T11:59:00Z\"}");
  }

  @Test
  void other_logins_do_not_end() {
    assertThat(SessionJson.of(ApiLoginTest.login(Role.VIEWER), List.of()))
        .isEqualTo(
            "{\"name\":\"ann\",\"role\":\"viewer\",\"roles\":[\"viewer\"],\"grants\":[],\"by\":\"basic\"}");
    assertThat(SessionJson.of(new ApiLogin("jane", Set.of(), ApiLogin.Way.BEARER, null), List.of()))
        .isEqualTo("{\"name\":\"jane\",\"roles\":[],\"grants\":[],\"by\":\"bearer\"}");
  }

  @Test
  void a_wrong_password_opens_no_dialog_of_the_browser() {
    ProblemException refused = SessionResource.wrongPassword();

    assertThat(problem(refused.response()))
        .isEqualTo("401 SCHED-0976 name or password is wrong, or the user is locked: correct them");
    assertThat(refused.response().getHeaderString("WWW-Authenticate"))
        .isEqualTo("Session realm=\"scheduler\"");
  }
}
