package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page of a row of the quarantine. */
class ConsoleQuarantineIT extends ConsoleTest {

  @BeforeEach
  void one_row() {
    stack.clear();
    quarantine("test.unknown", "4711");
  }

  @Test
  void a_row_is_mended_and_resubmitted() {
    openRow();

    console.button("Mend …").click();
    console.field("queue").fill(QUEUE);
    console.field("body").fill("<b>mended</b>");
    console.button("Check").click();
    assertThat(console.dialog()).containsText("It would be registered.");
    assertThat(read("/quarantine/" + id()).getString("queue")).isEqualTo("test.unknown");
    console.button("Save").click();
    await().until(() -> read("/quarantine/" + id()).getString("queue").equals(QUEUE));
    assertThat(read("/quarantine/" + id()).getString("body")).isEqualTo("<b>mended</b>");

    browser.faults().expectAnswer(404, "");
    console.button("Resubmit").click();
    console.confirm();
    assertThat(console.main()).containsText("The row is gone");
    assertThat(read("/jobs/" + QUEUE + "/4711").getString("body")).isEqualTo("<b>mended</b>");
    console.link("Look at the job").click();
    console.awaitPage("4711");
  }

  @Test
  void its_code_leads_to_what_the_documentation_says() {
    openRow();
    String code = read("/quarantine/" + id()).getString("code");

    Page docs = browser.page().context().waitForPage(() -> console.link(code).click());

    assertThat(docs).hasURL(Pattern.compile(".*/docs/wire-contract\\.html#" + code));
    docs.getByRole(AriaRole.SEARCHBOX).fill("lease.failover");
    assertThat(docs.locator("#results a").first())
        .hasText("Configuration: scheduler.lease.failover");
    docs.close();
  }

  @Nightly
  @Test
  void a_row_is_deleted() {
    openRow();

    console.button("Delete").click();
    assertThat(console.dialog()).containsText("test.unknown/4711");
    console.confirm();

    console.awaitPage("Quarantine");
    assertThat(list("/quarantine", "rows")).isEmpty();
  }

  private void openRow() {
    open("#/quarantine/" + id(), "Quarantine row " + id());
  }

  private long id() {
    return stack.integer("SELECT max(id) FROM scheduler.quarantine");
  }
}
