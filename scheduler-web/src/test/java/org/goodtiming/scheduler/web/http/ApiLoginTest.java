package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.operations.job.JobPayload;
import org.goodtiming.scheduler.operations.user.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class ApiLoginTest {

  @ParameterizedTest
  @CsvSource({
    "VIEWER,    ann,  false",
    "VIEWER,    john, false",
    "VIEWER,        , false",
    "SUBMITTER, ann,  true",
    "SUBMITTER, john, false",
    "SUBMITTER,     , false",
    "OPERATOR,  john, true",
    "OPERATOR,      , true",
    "ADMIN,     john, true"
  })
  void operators_read_all_payloads_and_submitters_their_own(
      Role role, String registeredBy, boolean mayRead) {
    assertThat(login(role).mayReadPayload(registeredBy)).isEqualTo(mayRead);
  }

  @Test
  void a_role_includes_those_before_it() {
    assertThat(login(Role.OPERATOR).has(Role.VIEWER)).isTrue();
    assertThat(login(Role.OPERATOR).has(Role.OPERATOR)).isTrue();
    assertThat(login(Role.OPERATOR).has(Role.ADMIN)).isFalse();
  }

  @Test
  void only_operators_read_in_a_job_what_may_be_of_a_definition() {
    JobPayload own = new JobPayload(true, new byte[0], null, null, false);
    JobPayload defined = new JobPayload(true, new byte[0], null, null, true);
    assertThat(login(Role.SUBMITTER).mayRead(own, "ann")).isTrue();
    assertThat(login(Role.SUBMITTER).mayRead(own, "bob")).isFalse();
    assertThat(login(Role.SUBMITTER).mayRead(defined, "ann")).isFalse();
    assertThat(login(Role.OPERATOR).mayRead(defined, "bob")).isTrue();
  }

  public static ApiLogin login(Role role) {
    return new ApiLogin("ann", role.included());
  }
}
