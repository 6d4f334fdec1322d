package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calendars by REST, and what their changes do to schedules. */
class RestCalendarsIT {

  private final SystemStack stack = SystemStack.shared();
  private RestClient rest;

  @BeforeEach
  void prepare() {
    stack.clear();
    rest = new RestClient(stack.node(1));
  }

  @AfterEach
  void clear() {
    stack.clear();
  }

  @Test
  void a_leader_moves_the_next_run_when_its_calendar_changes() {
    assertThat(put("dates:2000-01-01").status()).isEqualTo(201);
    String json =
        "{\"recurrence\": \"years:1 start=2100-01-01T00:00Z\", \"calendar\": \"company\"}";
    Answer created = rest.put("/jobs/test.registration/yearly", json);
    assertThat(created.json().getString("dueAt")).isEqualTo("2100-01-01T00:00:00Z");

    Answer changed = put("any(dates:2100-01-01; weekly:SAT)");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().getInt("schedules")).isEqualTo(1);
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(rest.get("/jobs/test.registration/yearly").json().getString("dueAt"))
                    .isEqualTo("2102-01-01T00:00:00Z"));
    assertThat(rest.get("/calendars/company").json().getInt("schedulesToMove")).isZero();
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_calendar_in_use_is_not_deleted() {
    put("weekly:SUN");
    rest.put(
        "/jobs/test.registration/weekdays", "{\"recurrence\": \"days:1 except=calendar:company\"}");
    Answer refused = rest.delete("/calendars/company");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("SCHED-0954");
    assertThat(refused.json().getString("detail"))
        .startsWith("calendar 'company' is named by test.registration/weekdays (1 in all):");

    rest.delete("/jobs/test.registration/weekdays");
    assertThat(rest.delete("/calendars/company").status()).isEqualTo(204);
    assertThat(rest.delete("/calendars/company").code()).isEqualTo("SCHED-0953");
    assertThat(rest.get("/calendars/company").code()).isEqualTo("SCHED-0953");
    assertThat(rest.get("/calendars").json().getJsonArray("calendars")).isEmpty();
    assertThat(
            stack.values(
                "SELECT action FROM scheduler.audit WHERE subject = 'company' ORDER BY id"))
        .endsWith("create calendar", "delete calendar");
  }

  @Nightly
  @Test
  void a_preview_shows_what_a_named_calendar_omits() {
    put("weekly:SUN");
    String query = "/schedules/preview?after=2026-12-05T12:00:00Z&runs=1&recurrence=days:1%20";
    assertThat(rest.get(query + "except=calendar:company").body())
        .contains("excluded by calendar:company", "2026-12-07T00:00:00Z");
    Answer unknown = rest.get(query + "except=calendar:nobody-s");
    assertThat(unknown.status()).isEqualTo(422);
    assertThat(unknown.json().getString("detail")).contains("no calendar of this name");
  }

  @Nightly
  @Test
  void a_body_that_is_no_calendar_is_refused() {
    Answer unreadable = put("weekly:SAT,SO");
    assertThat(unreadable.status()).isEqualTo(422);
    assertThat(unreadable.code()).isEqualTo("SCHED-0955");
    assertThat(unreadable.json().getString("detail")).contains("'SO' is not one of MON");
    assertThat(put("weekly:MON-SUN").json().getString("detail"))
        .isEqualTo("the calendar is refused: it excludes all times from now on");
    assertThat(put("not(cron:30 0 0 ? * MON)").status()).isEqualTo(201);
    assertThat(put("calendar:company").code()).isEqualTo("SCHED-0955");
    assertThat(rest.put("/calendars/two%20words", "{\"excludes\": \"weekly:SUN\"}").code())
        .isEqualTo("SCHED-0956");
    assertThat(rest.put("/calendars/company", "{}").code()).isEqualTo("SCHED-0916");
    assertThat(
            rest.put(
                    "/jobs/test.registration/a",
                    "{\"recurrence\": \"days:1\", \"calendar\": \"nobody-s\"}")
                .code())
        .isEqualTo("SCHED-0144");
  }

  private Answer put(String excludes) {
    return rest.put("/calendars/company", "{\"excludes\": \"%s\"}".formatted(excludes));
  }
}
