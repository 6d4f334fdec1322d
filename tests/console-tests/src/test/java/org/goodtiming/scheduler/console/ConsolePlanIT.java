package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calendars and definitions, which schedules name. */
class ConsolePlanIT extends ConsoleTest {

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_calendar_is_created_changed_and_deleted() {
    open("#/calendars", "Calendars");

    console.button("New calendar …").click();
    console.field("name").fill("company");
    console.field("excludes").fill("weekly:SAT,SUN");
    console.confirmForm();
    assertThat(console.row("company")).containsText("weekly:SAT,SUN");
    assertThat(read("/calendars/company").getString("excludes")).isEqualTo("weekly:SAT,SUN");

    console.button("Change company").click();
    console.field("excludes").fill("dates:2026-12-24");
    console.confirmForm();
    assertThat(console.row("company")).containsText("dates:2026-12-24");
    assertThat(read("/calendars/company").getString("excludes")).isEqualTo("dates:2026-12-24");

    console.button("Delete company").click();
    assertThat(console.dialog()).containsText("company");
    console.confirm();
    assertThat(console.row("company")).hasCount(0);
    assertThat(isGone("/calendars/company")).isTrue();
  }

  @Test
  void a_definition_is_created_changed_and_deleted() {
    open("#/definitions", "Definitions");

    console.button("New definition …").click();
    console.field("name").fill("report");
    console.field("queue").selectOption(QUEUE);
    console.field("body").fill("\"all\"");
    console.field("properties").fill("{\"x_shop\": \"Bonn\"}");
    console.field("inputSchema").fill("{\"enum\": [\"all\", \"some\"]}");
    console.field("priority").fill("7");
    console.confirmForm();
    console.awaitPage("Definition report");
    assertThat(read("/definitions/report").getString("body")).isEqualTo("\"all\"");
    assertThat(console.main()).containsText("\"enum\": [");
    assertThat(read("/definitions/report").getInt("priority")).isEqualTo(7);
    assertThat(read("/definitions/report").getJsonObject("properties").getString("x_shop"))
        .isEqualTo("Bonn");

    console.button("Change …").click();
    browser.faults().expectAnswer(422, "/definitions/report");
    console.field("body").fill("none");
    console.confirm();
    assertThat(console.dialog()).containsText("SCHED-0058");
    console.field("body").fill("\"some\"");
    console.confirmForm();
    assertThat(console.main().getByText("\"some\"", new Locator.GetByTextOptions().setExact(true)))
        .isVisible();
    assertThat(read("/definitions/report").getString("body")).isEqualTo("\"some\"");
    assertThat(read("/definitions/report").getJsonObject("inputSchema")).containsKey("enum");
    assertThat(read("/definitions/report").getInt("priority")).isEqualTo(7);

    console.button("Delete").click();
    console.confirm();
    console.awaitPage("Definitions");
    assertThat(isGone("/definitions/report")).isTrue();
  }
}
