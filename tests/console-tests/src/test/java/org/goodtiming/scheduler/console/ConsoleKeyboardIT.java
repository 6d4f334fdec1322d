package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The console without a mouse. */
class ConsoleKeyboardIT extends ConsoleTest {

  @BeforeEach
  void two_jobs() {
    stack.clear();
    register("4711");
    register("4712");
  }

  @Test
  void order_4711_is_found_and_explained_from_any_page() {
    open("#/", "Overview");

    press("/");
    assertThat(console.search()).isFocused();
    browser.page().keyboard().type("4711");
    press("Enter");
    console.awaitPage("Search: 4711");
    assertThat(console.mainLink("Open the job")).isFocused();
    press("Enter");

    console.awaitPage("4711");
    assertThat(console.main().locator(".card").first()).containsText("Due 2100-");
  }

  @Test
  void rows_are_moved_through_selected_and_opened() {
    open("#/jobs?queue=" + QUEUE, "Jobs");
    var rows = console.main().locator("tbody tr");

    press("j");
    assertThat(rows.nth(0)).isFocused();
    press("j");
    assertThat(rows.nth(1)).isFocused();
    press("x");
    assertThat(rows.nth(1).locator("input[type=checkbox]")).isChecked();
    press("k");
    assertThat(rows.nth(0)).isFocused();
    press("Enter");

    console.awaitPage("4711");
  }

  @Test
  void the_help_lists_the_keys_and_closes_with_escape() {
    open("#/jobs", "Jobs");

    press("?");
    assertThat(console.dialog()).containsText("Search");
    press("Escape");

    assertThat(console.dialog()).hasCount(0);
  }

  private void press(String key) {
    browser.page().keyboard().press(key);
  }
}
