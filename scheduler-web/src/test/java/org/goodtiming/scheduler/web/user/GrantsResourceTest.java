package org.goodtiming.scheduler.web.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantsResourceTest {

  @ParameterizedTest
  @CsvSource({
    "registrar,          *,              true",
    "shop,               order-check,    true",
    "CN=shop O=example,  order-check,    true",
    "'',                 order-check,    false",
    "' ',                order-check,    false",
    "shop,               '',             false",
    "shop,               a b,            false",
    "shop,               **,             false",
    "shop,               scheduler.jobs, false"
  })
  void a_grant_names_a_login_and_a_worker_queue_or_all(
      String login, String queue, boolean possible) {
    assertThat(GrantsResource.isGrant(login, queue)).isEqualTo(possible);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0", "a\r\n", "\ud83d"})
  void a_login_has_printable_characters(String login) {
    assertThat(GrantsResource.isGrant(login, "*")).isFalse();
    assertThat(GrantsResource.isGrant("x".repeat(101), "*")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "-1", "1234567890123456789"})
  void an_id_that_is_no_number_is_that_of_no_session(String id) {
    assertThat(SessionsResource.number("17")).isEqualTo(17);
    assertThat(refusal(() -> SessionsResource.number(id)))
        .isEqualTo(
            "404 SCHED-0977 there is no session '"
                + id
                + "', or it has ended: see the list of sessions");
  }
}
