package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The console as its users find their way in it: by roles and names of elements. */
record Console(Page page, URI address) {

  /** The address of the page of a job, as the console writes it. */
  static String jobRoute(String queue, String jobId) {
    String id = URLEncoder.encode(jobId, StandardCharsets.UTF_8).replace("+", "%20");
    return "#/jobs/" + queue + "/" + id;
  }

  /** Opens a route such as {@code #/jobs}; the login form may come first. */
  void open(String route) {
    page.navigate(address.resolve(route).toString());
  }

  void logIn(String user, String password) {
    loginField("Name").fill(user);
    loginField("Password").fill(password);
    button("Log in").click();
  }

  Locator loginField(String label) {
    return page.getByLabel(label, new GetByLabelOptions().setExact(true));
  }

  void logOut() {
    page.locator("header details > summary").click();
    button("Log out").click();
  }

  Locator button(String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
  }

  Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName(name).setExact(true));
  }

  /** The first link in the page's content that has the text. */
  Locator mainLink(String text) {
    return main()
        .getByRole(AriaRole.LINK)
        .filter(new Locator.FilterOptions().setHasText(text))
        .first();
  }

  /** The list of pages. */
  Locator navigation() {
    return page.getByRole(
        AriaRole.NAVIGATION, new GetByRoleOptions().setName("Pages").setExact(true));
  }

  Locator main() {
    return page.getByRole(AriaRole.MAIN);
  }

  Locator alert() {
    return page.getByRole(AriaRole.ALERT);
  }

  Locator dialog() {
    return page.getByRole(AriaRole.DIALOG);
  }

  /** Why the open form was refused. */
  Locator dialogAlert() {
    return dialog().getByRole(AriaRole.ALERT);
  }

  /** A field of the open dialog, by its name. */
  Locator field(String name) {
    return dialog().locator("[name='%s']".formatted(name));
  }

  /** Sends the open dialog: agrees with its question, or submits its form. */
  void confirm() {
    dialog().locator("button[type=submit]").click();
  }

  /** Sends the open form, which closes when it was accepted. */
  void confirmForm() {
    confirm();
    assertThat(dialog()).hasCount(0);
  }

  void closeDialog() {
    dialog().getByText("Close", new Locator.GetByTextOptions().setExact(true)).click();
  }

  /** The row of the list that has the text. */
  Locator row(String text) {
    return main().locator("tbody tr").filter(new Locator.FilterOptions().setHasText(text));
  }

  void select(String text) {
    row(text).getByRole(AriaRole.CHECKBOX).check();
  }

  /** Chooses an action for all rows that match the filters. */
  void actOnAllThatMatch(String action) {
    Locator menu = main().locator("details.menu");
    menu.locator("summary").click();
    menu.getByText(action, new Locator.GetByTextOptions().setExact(true)).click();
  }

  Locator notices() {
    return page.locator("#notices");
  }

  Locator search() {
    return page.getByRole(
        AriaRole.COMBOBOX, new GetByRoleOptions().setName(Pattern.compile("^Find")));
  }

  Locator heading() {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setLevel(1));
  }

  Locator heading(int level) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setLevel(level)).last();
  }

  /** By how many pixels the whole page scrolls sideways; tables may scroll in themselves. */
  int overflow() {
    Object pixels =
        page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth");
    return ((Number) pixels).intValue();
  }

  /** Returns when the page of the route has its data. */
  void awaitPage(String heading) {
    assertThat(heading()).hasText(heading);
    assertThat(main()).hasAttribute("aria-busy", "false");
  }
}
