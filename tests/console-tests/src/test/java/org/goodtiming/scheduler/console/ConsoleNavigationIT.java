package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.Test;

/** The menus of the frame. */
class ConsoleNavigationIT extends ConsoleTest {

  @Test
  void the_menu_of_a_small_window_closes_when_a_page_is_chosen() {
    Appearance.LIGHT_PHONE.applyTo(browser.page());
    open("#/", "Overview");
    Locator menu = console.navigation();
    assertThat(menu.getByText("Jobs")).isHidden();

    for (String page : List.of("Cluster", "Quarantine")) {
      menu.locator("summary").click();
      assertThat(menu.getByText("Jobs")).isVisible();
      menu.getByText(page).click();
      console.awaitPage(page);
      assertThat(menu.getByText("Jobs")).isHidden();
    }
  }

  @Nightly
  @Test
  void the_menu_of_the_user_closes_at_a_click_elsewhere() {
    open("#/in-doubt", "In doubt");
    Locator logOut = console.button("Log out");

    browser.page().locator("header details > summary").click();
    assertThat(logOut).isVisible();
    console.heading().click();

    assertThat(logOut).isHidden();
  }
}
