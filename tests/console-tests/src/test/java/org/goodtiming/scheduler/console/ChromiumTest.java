package org.goodtiming.scheduler.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fixture of the console's tests notices the faults of faulty pages. */
class ChromiumTest {

  private static final String PAGE =
      """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
      <link rel="icon" href="icon.svg"></head><body><main><h1>A page</h1>%s</main>
      <script src="page.js" type="module"></script></body></html>
      """;

  private static final String ICON = "<svg xmlns='http://www.w3.org/2000/svg'/>";

  private static Chromium chromium;

  private StaticSite site;
  private Window window;

  @BeforeAll
  static void start() {
    assumeTrue(Chromium.isInstalled(), Chromium.MISSING);
    chromium = Chromium.start();
  }

  @AfterAll
  static void end() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    site =
        new StaticSite()
            .with("page.html", PAGE.formatted(""))
            .with("page.js", "")
            .with("icon.svg", ICON);
    window = chromium.open(site.root(), Appearance.LIGHT);
  }

  @AfterEach
  void close() {
    window.close();
    site.close();
  }

  @Test
  void a_page_without_a_fault_has_none() {
    Page page = shown();

    assertThat(page.getByRole(AriaRole.HEADING).textContent()).isEqualTo("A page");
    assertThat(window.faults().found()).isEmpty();
    assertThat(Accessibility.violations(page)).isEmpty();
    assertThat(window.faults().found()).as("after axe").isEmpty();
  }

  @Test
  void an_error_on_the_console_is_a_fault() {
    site.with("page.js", "console.error('not good')");
    shown();
    assertFault("console: not good");
  }

  @Test
  void an_uncaught_error_is_a_fault() {
    site.with("page.js", "undefined.field");
    shown();
    assertFault("uncaught: TypeError");
  }

  @Test
  void a_request_to_another_origin_is_a_fault() {
    site.withPolicy("default-src *");
    site.with("page.js", "fetch('http://127.0.0.1:9/').catch(() => {})");
    shown();
    assertFault("request to another origin: http://127.0.0.1:9/");
  }

  @Test
  void a_file_without_the_policy_is_a_fault() {
    site.withPolicy("default-src *");
    shown();
    assertFault("page.js: 'default-src *'");
  }

  @Test
  void a_violation_of_the_policy_is_a_fault() {
    site.with("page.html", PAGE.formatted("<p style=\"color: red\">x</p>"));
    shown();
    assertFault("console: Applying inline style violates");
  }

  @Test
  void a_refused_request_is_a_fault_unless_the_test_expects_it() {
    window.faults().expectAnswer(404, "/expected");
    site.with("page.js", "await fetch('expected?a=b'); await fetch('other')");
    shown();
    assertFault("/other");
    assertThat(window.faults().found()).hasSize(1);
  }

  @Test
  void a_field_without_a_label_is_a_violation() {
    site.with("page.html", PAGE.formatted("<input name=\"a\">"));
    assertThat(Accessibility.violations(shown())).asInstanceOf(LIST).hasSize(1);
  }

  @Test
  void a_test_that_hangs_is_ended() {
    Page page = shown();
    try (Chromium other = Chromium.start();
        Window hanging = other.open(site.root(), Appearance.DARK_PHONE)) {
      other.watchdog().arm(Duration.ofSeconds(1));
      assertThatThrownBy(
              () ->
                  hanging
                      .page()
                      .waitForFunction(
                          "() => false", null, new Page.WaitForFunctionOptions().setTimeout(0)))
          .isInstanceOf(PlaywrightException.class);
      assertThat(other.isAlive()).isFalse();
    }
    assertThat(page.title()).isEqualTo("A page");
  }

  private Page shown() {
    window.page().navigate(site.root().resolve("page.html").toString());
    return window.page();
  }

  private void assertFault(String text) {
    window.page().waitForCondition(() -> !window.faults().found().isEmpty());
    assertThat(window.faults().found()).anySatisfy(fault -> assertThat(fault).contains(text));
  }
}
