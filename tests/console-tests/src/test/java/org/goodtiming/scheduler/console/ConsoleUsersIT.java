package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.RestClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Users, their sessions and grants. */
class ConsoleUsersIT extends ConsoleTest {

  @AfterEach
  void noGrantsOfTheseTests() {
    stack.execute("DELETE FROM scheduler.registration_grant WHERE login LIKE 'c-%'");
  }

  @Test
  void a_user_is_created_changed_locked_and_deleted() {
    open("#/users", "Users");

    console.button("New user …").click();
    console.field("name").fill("c-jane");
    console.field("role").selectOption("viewer");
    console.confirm();
    assertThat(console.dialog()).containsText("Password of c-jane");
    String password = console.dialog().locator("pre").textContent();
    console.closeDialog();
    assertThat(new RestClient(node, "c-jane", password).get("/jobs").status()).isEqualTo(200);

    inRow("c-jane", "Edit …").click();
    console.field("role").selectOption("operator");
    console.confirmForm();
    assertThat(console.row("c-jane")).containsText("operator");
    assertThat(read("/users/c-jane").getString("role")).isEqualTo("operator");

    inRow("c-jane", "Lock").click();
    console.confirm();
    assertThat(inRow("c-jane", "Unlock")).isVisible();
    assertThat(new RestClient(node, "c-jane", password).get("/jobs").status()).isEqualTo(401);

    inRow("c-jane", "Unlock").click();
    assertThat(inRow("c-jane", "Lock")).isVisible();
    inRow("c-jane", "New password").click();
    console.confirm();
    assertThat(console.dialog()).containsText("Password of c-jane");
    String other = console.dialog().locator("pre").textContent();
    console.closeDialog();
    assertThat(new RestClient(node, "c-jane", other).get("/jobs").status()).isEqualTo(200);

    inRow("c-jane", "Delete").click();
    console.confirm();
    assertThat(console.row("c-jane")).hasCount(0);
    assertThat(isGone("/users/c-jane")).isTrue();
    assertThat(inRow(node.restUser(), "Delete")).isDisabled();
  }

  @Nightly
  @Test
  void a_session_is_ended() {
    String password = createUser("viewer");
    String login = "{\"name\": \"c-viewer\", \"password\": \"%s\"}".formatted(password);
    done(rest.post("/session", login));
    open("#/users?tab=sessions", "Users");

    inRow("c-viewer", "End").click();
    console.confirm();

    assertThat(console.row("c-viewer")).hasCount(0);
    assertThat(console.row("this session")).hasCount(1);
    assertThat(list("/sessions", "sessions"))
        .noneMatch(session -> session.getString("user").equals("c-viewer"));
  }

  @Nightly
  @Test
  void grants_of_one_queue_and_of_all_are_added_and_removed() {
    open("#/users?tab=grants", "Users");

    grant("c-shop", QUEUE);
    grant("c-shop/2 <b>", "*");
    assertThat(grants()).containsExactlyInAnyOrder("c-shop " + QUEUE, "c-shop/2 <b> *");
    assertThat(console.row("c-shop/2 <b>")).containsText("all queues");

    inRow("c-shop/2 <b>", "Remove").click();
    assertThat(console.dialog()).containsText("all queues");
    console.confirm();
    assertThat(console.row("c-shop/2 <b>")).hasCount(0);
    assertThat(grants()).containsExactly("c-shop " + QUEUE);

    inRow("c-shop", "Remove").click();
    console.confirm();
    assertThat(console.row("c-shop")).hasCount(0);
    assertThat(grants()).isEmpty();
  }

  private void grant(String login, String queue) {
    console.button("New grant …").click();
    console.field("login").fill(login);
    console.field("queue").selectOption(queue);
    console.confirmForm();
    assertThat(console.row(login).first()).isVisible();
  }

  private List<String> grants() {
    return list("/grants", "grants").stream()
        .filter(grant -> grant.getString("login").startsWith("c-"))
        .map(grant -> grant.getString("login") + " " + grant.getString("queue"))
        .toList();
  }

  private Locator inRow(String text, String button) {
    return console.row(text).getByText(button, new Locator.GetByTextOptions().setExact(true));
  }
}
