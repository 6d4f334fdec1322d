package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.problem;

import jakarta.ws.rs.core.Response;
import java.lang.reflect.Method;
import java.util.Set;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.ApiLoginTest;
import org.goodtiming.scheduler.web.http.Needs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AccessFilterTest {

  @Needs(Role.OPERATOR)
  void forOperators() {}

  void forNobody() {}

  @WithoutLogin
  void forAll() {}

  @Test
  void without_a_login_a_client_is_asked_for_one() {
    Response refusal = AccessFilter.refusal(null, method("forOperators"), null);

    assertThat(problem(refusal))
        .isEqualTo(
            "401 SCHED-0907 no user is logged in, or name or password is wrong: send them with Basic"
                + " authentication");
    assertThat(refusal.getHeaderString("WWW-Authenticate"))
        .isEqualTo("Basic realm=\"scheduler\", charset=\"UTF-8\"");
  }

  @ParameterizedTest
  @CsvSource({
    "empty,    Session",
    "document, Basic",
    "image,    Basic",
    "'',       Basic",
    "         ,Basic"
  })
  void the_script_of_a_page_is_refused_without_the_dialog_of_the_browser(
      String destination, String scheme) {
    Response refusal = AccessFilter.refusal(null, method("forOperators"), destination);

    assertThat(refusal.getHeaderString("WWW-Authenticate")).startsWith(scheme + " realm=");
  }

  @Test
  void only_a_method_that_says_so_can_be_called_without_a_login() {
    assertThat(AccessFilter.isOpen(method("forAll"))).isTrue();
    assertThat(AccessFilter.isOpen(method("forNobody"))).isFalse();
    assertThat(AccessFilter.isOpen(null)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"OPERATOR", "ADMIN"})
  void a_user_who_has_the_role_may_call_the_method(Role role) {
    assertThat(AccessFilter.refusal(ApiLoginTest.login(role), method("forOperators"), null))
        .isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"VIEWER", "SUBMITTER"})
  void a_user_who_lacks_a_role_learns_which(Role role) {
    assertThat(
            problem(AccessFilter.refusal(ApiLoginTest.login(role), method("forOperators"), null)))
        .isEqualTo(
            "403 SCHED-0908 user 'ann' does not have role operator: ask an administrator for it");
  }

  @Test
  void a_user_without_a_role_may_do_nothing() {
    assertThat(
            problem(
                AccessFilter.refusal(
                    new ApiLogin("stranger", Set.of()), method("forOperators"), null)))
        .startsWith("403 SCHED-0908 user 'stranger'");
  }

  @Test
  void a_method_that_names_no_role_cannot_be_called() {
    ApiLogin admin = ApiLoginTest.login(Role.ADMIN);

    assertThat(problem(AccessFilter.refusal(admin, method("forNobody"), null)))
        .isEqualTo(
            "403 SCHED-0908 user 'ann' does not have role nobody: ask an administrator for it");
    assertThat(problem(AccessFilter.refusal(admin, null, null))).startsWith("403 SCHED-0908");
  }

  private static Method method(String name) {
    try {
      return AccessFilterTest.class.getDeclaredMethod(name);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}
