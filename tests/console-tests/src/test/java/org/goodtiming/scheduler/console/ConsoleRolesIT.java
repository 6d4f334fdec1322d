package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The actions that the console offers to each role. */
class ConsoleRolesIT extends ConsoleTest {

  @BeforeEach
  void one_job() {
    stack.clear();
    register("4711");
  }

  @Test
  void a_viewer_sees_a_job_and_is_offered_no_action() {
    openAs("viewer", Console.jobRoute(QUEUE, "4711"), "4711");

    for (String action : List.of("Run now", "Hold", "Release", "Cancel", "Reschedule …")) {
      assertThat(console.button(action)).hasCount(0);
    }
    assertThat(console.main()).not().containsText("the payload");
  }

  @Nightly
  @Test
  void a_viewer_is_offered_no_page_of_administrators() {
    openAs("viewer", "#/users", "Users");

    assertThat(console.main()).containsText("needs the role admin");
    assertThat(console.link("Jobs")).isVisible();
    assertThat(console.link("Users")).hasCount(0);
    assertThat(console.link("Audit")).hasCount(0);
  }

  @Test
  void an_operator_is_offered_actions_and_the_audit_and_no_users_or_webhooks() {
    openAs("operator", Console.jobRoute(QUEUE, "4711"), "4711");

    assertThat(console.button("Hold")).isEnabled();
    assertThat(console.main()).containsText("the payload");
    assertThat(console.link("Audit")).isVisible();
    assertThat(console.link("Users")).hasCount(0);
    assertThat(console.link("Webhooks")).hasCount(0);
  }

  @Nightly
  @Test
  void a_user_without_a_grant_reads_why_no_schedule_can_be_created() {
    openAs("operator", "#/schedules", "Schedules");

    assertThat(console.button("New schedule …")).isDisabled();
    assertThat(console.button("New schedule …")).hasAttribute("title", Pattern.compile("no grant"));
  }
}
