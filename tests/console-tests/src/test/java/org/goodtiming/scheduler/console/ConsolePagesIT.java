package org.goodtiming.scheduler.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.List;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.RestClient;
import org.goodtiming.scheduler.system.SystemStack;
import org.goodtiming.scheduler.system.Volume;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each page, with rows, in each theme and width; axe looks at one of them, or at two nightly. */
class ConsolePagesIT extends ConsoleTest {

  /** Together the two have each theme and each width. */
  private static final List<Appearance> CHECKED_BY_AXE =
      List.of(Appearance.DARK_PHONE, Appearance.LIGHT).subList(0, Volume.of(1, 2));

  @BeforeAll
  static void register() {
    SystemStack stack = SystemStack.shared();
    stack.clear();
    new Samples(stack, new RestClient(stack.node(1))).register();
  }

  @ParameterizedTest
  @CsvSource({
    "#/, Overview",
    "#/jobs?queue=order-check, Jobs",
    "#/runs, Runs",
    "#/job-batches, Job batches",
    "#/queues, Queues",
    "#/schedules, Schedules",
    "#/agenda, Agenda",
    "#/calendars, Calendars",
    "#/definitions, Definitions",
    "#/quarantine, Quarantine",
    "#/in-doubt, In doubt",
    "#/batches, Batch operations",
    "#/cluster, Cluster",
    "#/users, Users",
    "#/webhooks, Webhooks",
    "#/audit, Audit",
    "#/jobs/order-check/4703, 4703",
    "#/runs/{run}, Run of f-9",
    "#/job-batches/numbers, Job batch numbers",
    "#/queues/fibonacci, fibonacci",
    "#/schedules/shop-report/monthly-close, monthly-close",
    "#/calendars/company, Calendar company",
    "#/definitions/stock-report, Definition stock-report",
    "#/quarantine/{row}, Quarantine row {row}",
    "#/batches/{batch}, Batch operation {batch}",
    "#/search?q=47, Search: 47",
    "#/users?tab=sessions, Users",
    "#/users?tab=grants, Users",
    "#/api, API"
  })
  void a_page_has_its_heading_fits_the_window_and_is_accessible(String route, String heading) {
    open(withIds(route), withIds(heading));

    for (Appearance appearance : Appearance.ALL) {
      appearance.applyTo(browser.page());
      PlaywrightAssertions.assertThat(console.heading()).isVisible();
      PlaywrightAssertions.assertThat(console.alert()).hasCount(0);
      assertThat(console.overflow()).as("pixels beyond the window, %s", appearance).isZero();
    }
    for (Appearance appearance : CHECKED_BY_AXE) {
      appearance.applyTo(browser.page());
      assertThat(Accessibility.violations(browser.page())).as(appearance.toString()).isEmpty();
    }
  }

  @Nightly
  @ParameterizedTest
  @CsvSource({
    "#/queues, Queues, Add a queue …",
    "#/schedules, Schedules, New schedule …",
    "#/schedules/shop-report/daily-revenue, daily-revenue, Change …",
    "#/definitions/stock-report, Definition stock-report, Change …",
    "#/quarantine/{row}, Quarantine row {row}, Mend …",
    "#/users, Users, New user …",
    "#/webhooks, Webhooks, New webhook …",
    "#/jobs/order-check/4703, 4703, Cancel"
  })
  void a_form_or_question_fits_the_window_and_is_accessible(
      String route, String heading, String button) {
    Appearance.DARK_PHONE.applyTo(browser.page());
    open(withIds(route), withIds(heading));
    console.button(button).click();

    for (Appearance appearance : CHECKED_BY_AXE) {
      appearance.applyTo(browser.page());
      assertThat(console.overflow()).as("pixels beyond the window, %s", appearance).isZero();
      assertThat(Accessibility.violations(browser.page())).as(appearance.toString()).isEmpty();
    }
  }

  /** Ids that differ from run to run. */
  private String withIds(String text) {
    return text.replace(
            "{run}",
            list("/executions?jobId=f-9&queue=fibonacci", "executions").get(0).getString("fireId"))
        .replace("{row}", "" + stack.integer("SELECT max(id) FROM scheduler.quarantine"))
        .replace("{batch}", "" + stack.integer("SELECT max(id) FROM scheduler.batch_operation"));
  }
}
