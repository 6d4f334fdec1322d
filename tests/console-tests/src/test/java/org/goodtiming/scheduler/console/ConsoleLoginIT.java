package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.identity.IdentityProvider;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.Test;

/** The session of a user of the console. */
class ConsoleLoginIT extends ConsoleTest {

  // Nightly: in mvn verify the system tests run at the same time
  @Nightly
  @Test
  void the_first_paint_comes_within_a_second() {
    console.open("#/");
    assertThat(console.loginField("Name")).isVisible();

    Object millis =
        browser
            .page()
            .evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    assertThat(((Number) millis).doubleValue()).isLessThan(1_000);
  }

  @Test
  void a_user_logs_in_and_out() {
    console.open("#/");
    console.logIn(node.restUser(), node.restPassword());
    console.awaitPage("Overview");

    console.logOut();

    assertThat(console.loginField("Name")).isVisible();
    browser.page().reload();
    assertThat(console.loginField("Name")).isVisible();
  }

  @Nightly
  @Test
  void a_login_lasts_when_the_page_is_loaded_again() {
    console.open("#/queues");
    console.logIn(node.restUser(), node.restPassword());
    console.awaitPage("Queues");
    browser.page().reload();
    console.awaitPage("Queues");
  }

  @Test
  void a_wrong_password_gives_a_message_and_no_page() {
    console.open("#/jobs");
    console.logIn(node.restUser(), "wrong");

    assertThat(console.alert()).containsText("wrong");
    assertThat(console.loginField("Name")).hasValue(node.restUser());
    assertThat(console.search()).isHidden();
  }

  @Nightly
  @Test
  void a_user_signs_in_and_out_by_the_provider() {
    IdentityProvider provider = stack.identityProvider();
    provider.logIn("c-jane", "viewer");
    browser.faults().expectOrigin(provider.issuer());
    console.open("#/");

    console.link("Sign in with Company login").click();

    console.awaitPage("Overview");
    console.logOut();
    assertThat(console.loginField("Name")).isVisible();
    assertThat(provider.hasUser()).as("logged in at the provider").isFalse();
  }

  @Nightly
  @Test
  void a_user_of_the_provider_without_a_role_gets_a_message() {
    stack.identityProvider().logIn("c-eve", "staff");
    browser.faults().expectOrigin(stack.identityProvider().issuer());
    browser.faults().expectAnswer(403, "");
    console.open("#/");

    console.link("Sign in with Company login").click();

    assertThat(console.alert()).containsText("SCHED-0989 'c-eve' has logged in at Company login");
    console.button("Back to the login").click();
    assertThat(console.loginField("Name")).isVisible();
  }

  @Nightly
  @Test
  void the_form_can_be_used_by_keyboard_alone() {
    console.open("#/");
    assertThat(console.loginField("Name")).isFocused();

    var keyboard = browser.page().keyboard();
    keyboard.type(node.restUser());
    keyboard.press("Tab");
    keyboard.type(node.restPassword());
    keyboard.press("Enter");

    console.awaitPage("Overview");
  }

  @Nightly
  @Test
  void a_user_that_is_deleted_sees_nothing_more() {
    String password = createUser("viewer");
    console.open("#/queues");
    console.logIn("c-viewer", password);
    console.awaitPage("Queues");
    browser.faults().expectAnswer(401, "");

    done(rest.delete("/users/c-viewer"));

    assertThat(console.dialog()).containsText("Your session has ended");
    console.logIn("c-viewer", password);
    assertThat(console.alert()).containsText("wrong");
    browser.page().reload();
    assertThat(console.loginField("Name")).isVisible();
    assertThat(console.main()).not().containsText(QUEUE);
  }

  @Nightly
  @Test
  void a_session_that_an_administrator_ends_asks_for_the_login_on_the_same_page() {
    String password = createUser("viewer");
    console.open("#/queues");
    console.logIn("c-viewer", password);
    console.awaitPage("Queues");
    browser.faults().expectAnswer(401, "");

    endSessionsOf("c-viewer");

    assertThat(console.loginField("Password")).isVisible();
    console.logIn("c-viewer", password);
    console.awaitPage("Queues");
  }
}
