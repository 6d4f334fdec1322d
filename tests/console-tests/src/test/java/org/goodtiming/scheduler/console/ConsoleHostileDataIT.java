package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import jakarta.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Text of users with markup, reversed text, control characters, and 10,000 characters. */
class ConsoleHostileDataIT extends ConsoleTest {

  private static final String MARKS = "<img src=x onerror=alert(1)>\u202e4711\u202c\u0007";
  private static final String HOSTILE = MARKS + "y".repeat(10_000);
  private static final String SHOWN = "<img src=x onerror=alert(1)>\\u202e4711\\u202c\\u0007";
  private static final String LOGIN = "c-<b>\u202egrant";

  /** The readable text, including text on hover. */
  private static final String READABLE =
      "document.title + document.body.textContent + [...document.querySelectorAll('[title]')].map((each) => each.title)";

  @BeforeEach
  void hostile() {
    stack.clear();
    done(rest.post("/jobs", job(MARKS)));
    done(rest.delete("/jobs/" + QUEUE + "/" + encoded(MARKS)));
    done(rest.post("/jobs", job(MARKS)));
    done(rest.put("/definitions/hostile", job(null)));
    done(rest.put("/grants/" + encoded(LOGIN) + "/" + QUEUE, null));
    stack.execute("UPDATE scheduler.job SET last_error = " + literal());
    stack.execute("UPDATE scheduler.execution SET message = " + literal());
    quarantine("unknown" + MARKS, HOSTILE);
    String hold = Samples.json("operation", "hold", "prefix", MARKS);
    done(rest.post("/batch-operations", hold));
    await().until(() -> stateOf(encoded(MARKS)).equals("held"));
  }

  @AfterEach
  void noGrant() {
    stack.execute("DELETE FROM scheduler.registration_grant WHERE login LIKE 'c-%'");
  }

  @Test
  void hostile_text_breaks_no_page() {
    Appearance.LIGHT_PHONE.applyTo(browser.page());
    open("#/", "Overview");
    String run = list("/executions?state=CANCELLED", "executions").get(0).getString("fireId");
    List<String> routes =
        List.of(
            "#/jobs?prefix=" + encoded(MARKS),
            Console.jobRoute(QUEUE, MARKS),
            "#/runs",
            "#/runs/" + run,
            "#/definitions/hostile",
            "#/quarantine",
            "#/quarantine/" + stack.integer("SELECT max(id) FROM scheduler.quarantine"),
            "#/batches",
            "#/batches/" + stack.integer("SELECT max(id) FROM scheduler.batch_operation"),
            "#/users?tab=grants",
            "#/audit",
            "#/search?q=" + encoded(MARKS));
    for (String route : routes) {
      console.open(route);
      assertThat(console.main())
          .containsText(route.contains("grants") ? "c-<b>\\u202e" : "\\u202e");
      assertHarmless(route);
    }
  }

  @Nightly
  @Test
  void long_text_is_shown_in_full_on_demand() {
    open(Console.jobRoute(QUEUE, MARKS), SHOWN);

    Locator payload = console.main().locator("section:has(h2:text-is('Payload')) > pre");
    assertThat(payload).hasText(SHOWN + "y".repeat(10_000));
    Locator property =
        console
            .main()
            .locator("details")
            .filter(new FilterOptions().setHasText("characters"))
            .last();
    assertThat(property.locator("pre")).isHidden();
    property.locator("summary").click();
    assertThat(property.locator("pre")).hasText(SHOWN + "y".repeat(5_000));
    Appearance.DARK_PHONE.applyTo(browser.page());
    assertHarmless("property");

    console.button("Cancel").click();
    assertThat(console.dialog()).containsText(SHOWN);
    assertHarmless("question");
  }

  private void assertHarmless(String where) {
    assertThat(console.main().locator("img, script")).hasCount(0);
    assertThat(console.overflow()).as("pixels beyond the window of %s", where).isNotPositive();
    assertThat((String) browser.page().evaluate(READABLE))
        .as("text of %s", where)
        .doesNotContain("\u202e", "\u202c", "\u0007");
  }

  private static String job(String jobId) {
    var json =
        Json.createObjectBuilder()
            .add("queue", QUEUE)
            .add("body", HOSTILE)
            .add("properties", Json.createObjectBuilder().add("x_note", MARKS + "y".repeat(5_000)));
    if (jobId != null) {
      json.add("jobId", jobId).add("dueAt", FAR).add("tracked", true);
    }
    return json.build().toString();
  }

  private static String literal() {
    return "E'" + HOSTILE + "'";
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
