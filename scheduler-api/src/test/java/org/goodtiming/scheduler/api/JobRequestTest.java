package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobRequestTest {

  private static final Instant DUE = Instant.parse("2026-12-01T10:00:00.123456Z");

  @Test
  void a_job_after_others_needs_no_due_time() {
    JobRequest request =
        JobRequest.on("report")
            .jobId("1")
            .after(new JobKey("import", "a \"b\""), new JobKey("import", "2/3"))
            .ifParentFails(JobRequest.IfParentFails.CANCEL)
            .parentTimeout(Duration.ofHours(2))
            .build();
    assertThat(request.properties())
        .containsEntry(WireContract.AFTER, "[\"import/a \\\"b\\\"\",\"import/2/3\"]")
        .containsEntry(WireContract.IF_PARENT_FAILS, "cancel")
        .containsEntry(WireContract.PARENT_TIMEOUT, "PT2H");
    assertThat(request).hasToString("JobRequest[report/1 due in PT0S]");
  }

  @Test
  void parents_are_named_and_are_of_a_job_that_does_not_recur() {
    JobRequestBuilder builder = JobRequest.on("report");
    assertThatThrownBy(builder::after)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("after has 0 parents but must have 1 to 1000");
    assertThatThrownBy(() -> builder.parentTimeout(Duration.ZERO))
        .hasMessage("parentTimeout is PT0S but must be PT1S to P366D");
    assertThatThrownBy(
            () ->
                JobRequest.on("a").delay(Duration.ZERO).parentTimeout(Duration.ofHours(1)).build())
        .hasMessage("parentTimeout(...) is for jobs after others: call after(...)");
    assertThatThrownBy(
            () ->
                JobRequest.on("a")
                    .delay(Duration.ZERO)
                    .ifParentFails(JobRequest.IfParentFails.RUN)
                    .build())
        .hasMessage("ifParentFails(...) is for jobs after others: call after(...)");
    assertThatThrownBy(
            () -> JobRequest.on("a").recurring("every:PT1H").after(new JobKey("b", "1")).build())
        .hasMessage("after(...) is for jobs that do not recur: omit recurring(...)");
  }

  @Test
  void everything_given_is_in_the_properties_by_the_names_of_the_contract() {
    JobRequest request =
        JobRequest.on("order-check")
            .jobId("4711")
            .dueAt(DUE)
            .text("{}")
            .contentType("application/json")
            .property("x_shop", "Köln")
            .property("x_amount", 12L)
            .property("x_items", 3)
            .property("x_gift", true)
            .priority(9)
            .expiresAt(DUE.plusSeconds(60))
            .group("customer-1")
            .since(DUE.minusSeconds(60))
            .ifExists(JobRequest.IfExists.KEEP)
            .traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            .tracestate("a=b")
            .type("check")
            .correlationId("c")
            .replyTo("answers")
            .timeToLive(Duration.ofMinutes(1))
            .nonPersistent()
            .locale(Locale.UK)
            .runTimeout(Duration.ofHours(2))
            .retry(RetryPolicy.parse("PT1M,PT1H"))
            .build();

    assertThat(request.key()).isEqualTo(new JobKey("order-check", "4711"));
    assertThat(request.text()).isEqualTo("{}");
    assertThat(request.bytes()).isNull();
    assertThat(request.properties())
        .containsOnly(
            entry("scheduler_version", 1L),
            entry("scheduler_queue", "order-check"),
            entry("scheduler_jobId", "4711"),
            entry("scheduler_dueAt", "2026-12-01T10:00:00.123456Z"),
            entry("scheduler_contentType", "application/json"),
            entry("x_shop", "Köln"),
            entry("x_amount", 12L),
            entry("x_items", 3L),
            entry("x_gift", true),
            entry("scheduler_priority", 9L),
            entry("scheduler_expiresAt", "2026-12-01T10:01:00.123456Z"),
            entry("scheduler_group", "customer-1"),
            entry("scheduler_ifExists", "keep"),
            entry("scheduler_since", "2026-12-01T09:59:00.123456Z"),
            entry("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
            entry("tracestate", "a=b"),
            entry("scheduler_type", "check"),
            entry("scheduler_correlationId", "c"),
            entry("scheduler_replyTo", "answers"),
            entry("scheduler_timeToLive", 60_000L),
            entry("scheduler_deliveryMode", "NON_PERSISTENT"),
            entry("scheduler_locale", "en-GB"),
            entry("scheduler_runTimeout", "PT2H"),
            entry("scheduler_retry", "PT1M,PT1H"));
  }

  @Test
  void a_recurring_job_has_its_recurrence_and_no_due_time() {
    JobRequest request =
        JobRequest.on("report")
            .jobId("nightly")
            .dueAt(DUE)
            .recurring("cron:0 0 6 ? * MON-FRI zone=Europe/Berlin")
            .misfire(JobRequest.Misfire.FIRE_ALL)
            .calendar("company")
            .definition("sales-report")
            .withoutOverlap(Duration.ofHours(2))
            .stateful()
            .untilSuccesses(3)
            .jitter(Duration.ofSeconds(30))
            .build();

    assertThat(request.properties())
        .containsEntry("scheduler_recurrence", "cron:0 0 6 ? * MON-FRI zone=Europe/Berlin")
        .containsEntry("scheduler_misfire", "fire-all")
        .containsEntry("scheduler_calendar", "company")
        .containsEntry("scheduler_definition", "sales-report")
        .containsEntry("scheduler_overlap", "wait/PT2H")
        .containsEntry("scheduler_stateful", true)
        .containsEntry("scheduler_count", 3L)
        .containsEntry("scheduler_jitter", "PT30S")
        .containsEntry("scheduler_countOf", "successes")
        .doesNotContainKeys("scheduler_dueAt", "scheduler_delay");
    assertThat(request)
        .hasToString("JobRequest[report/nightly due cron:0 0 6 ? * MON-FRI zone=Europe/Berlin]");
  }

  @Test
  void missed_runs_may_be_limited_by_their_age() {
    assertThat(
            JobRequest.on("q")
                .recurring("every:PT1H")
                .fireAll(Duration.ofMinutes(30))
                .build()
                .properties())
        .containsEntry("scheduler_misfire", "fire-all/PT30M");
    for (Duration bad : List.of(Duration.ZERO, Duration.ofMinutes(-1), Duration.ofDays(367))) {
      assertThatThrownBy(() -> JobRequest.on("q").fireAll(bad))
          .hasMessage("fireAll is %s but must be more than zero and at most PT8784H", bad);
    }
  }

  @Test
  void a_delay_in_working_time_has_its_calendar_and_zone_which_another_due_time_removes() {
    JobRequestBuilder builder =
        JobRequest.on("q")
            .workingTime(Duration.ofMinutes(90), "office", ZoneId.of("Europe/Berlin"));
    assertThat(builder.build().properties())
        .containsEntry("scheduler_delay", "90 working minutes")
        .containsEntry("scheduler_calendar", "office")
        .containsEntry("scheduler_zone", "Europe/Berlin");
    assertThat(builder.workingDays(3, "office", ZoneOffset.UTC).build().properties())
        .containsEntry("scheduler_delay", "3 working days");
    assertThat(builder.dueAt(DUE).build().properties())
        .doesNotContainKeys("scheduler_delay", "scheduler_calendar", "scheduler_zone");

    assertThatThrownBy(() -> builder.workingDays(-1, "office", ZoneOffset.UTC))
        .hasMessage("working days are -1 but must be 0 to 999999");
    assertThatThrownBy(() -> builder.workingTime(Duration.ofSeconds(90), "office", ZoneOffset.UTC))
        .hasMessage("working time is PT1M30S but must be whole minutes");
  }

  @Test
  void conditions_that_do_not_go_together_are_refused() {
    assertThatThrownBy(() -> JobRequest.on("q").recurring("every:PT1H").expiresAt(DUE).build())
        .hasMessage(
            "a recurring job does not expire: omit expiresAt(...), and add until=... to the recurrence");
    assertThatThrownBy(
            () ->
                JobRequest.on("q")
                    .batch("import")
                    .delay(Duration.ZERO)
                    .ifExists(JobRequest.IfExists.KEEP)
                    .build())
        .hasMessage("a job that waits already would stay outside batch(...): omit ifExists(KEEP)");
    assertThatThrownBy(
            () -> JobRequest.on("q").dueAt(DUE).misfire(JobRequest.Misfire.FIRE_ONCE).build())
        .hasMessage("misfire(...) is for recurring jobs: call recurring(...)");
    assertThatThrownBy(
            () -> JobRequest.on("q").dueAt(DUE).withoutOverlap(Duration.ofHours(1)).build())
        .hasMessage(
            "overlap(...) and withoutOverlap(...) are for recurring jobs: call recurring(...)");
    assertThatThrownBy(() -> JobRequest.on("q").withoutOverlap(Duration.ZERO))
        .hasMessage("withoutOverlap is PT0S but must be more than zero");
    assertThatThrownBy(() -> JobRequest.on("q").dueAt(DUE).stateful().build())
        .hasMessage("stateful() is for recurring jobs: call recurring(...)");
    assertThatThrownBy(() -> JobRequest.on("q").dueAt(DUE).jitter(Duration.ofSeconds(1)).build())
        .hasMessage("jitter(...) is for recurring jobs: call recurring(...)");
    assertThatThrownBy(() -> JobRequest.on("q").jitter(Duration.ofDays(2)))
        .hasMessage("jitter is PT48H but must be more than zero and at most PT24H");
    assertThatThrownBy(() -> JobRequest.on("q").dueAt(DUE).untilSuccesses(3).build())
        .hasMessage("untilSuccesses(...) is for recurring jobs: call recurring(...)");
    assertThatThrownBy(() -> JobRequest.on("q").untilSuccesses(0))
        .hasMessage("untilSuccesses is 0 but must be 1 to 9999");
    assertThatThrownBy(() -> JobRequest.on("q").dueAt(DUE).calendar("company").build())
        .hasMessage("calendar(...) is for recurring jobs: call recurring(...)");
    assertThatThrownBy(() -> JobRequest.on("q").recurring(" "))
        .hasMessage("recurring is blank but must be a recurrence");
  }

  @Test
  void job_without_a_job_id_gets_one_it_can_be_cancelled_by() {
    JobRequest one = JobRequest.on("q").delay(Duration.ZERO).build();
    JobRequest other = JobRequest.on("q").delay(Duration.ZERO).build();

    assertThat(one.key()).isNotEqualTo(other.key());
    assertThat(one.properties()).containsEntry("scheduler_jobId", one.key().jobId());
  }

  @Test
  void two_requests_of_one_builder_get_different_job_ids() {
    JobRequestBuilder builder = JobRequest.on("q").delay(Duration.ZERO);

    assertThat(builder.build().key()).isNotEqualTo(builder.build().key());
  }

  @Test
  void later_due_time_replaces_the_earlier_one() {
    assertThat(JobRequest.on("q").dueAt(DUE).delay(Duration.ofMinutes(30)).build().properties())
        .containsEntry("scheduler_delay", "PT30M")
        .doesNotContainKey("scheduler_dueAt");
    assertThat(JobRequest.on("q").delay(Duration.ofMinutes(30)).dueAt(DUE).build().properties())
        .containsEntry("scheduler_dueAt", DUE.toString())
        .doesNotContainKey("scheduler_delay");
  }

  @Test
  void bytes_are_copied_on_the_way_in_and_out() {
    byte[] mine = {1, 2};
    JobRequest request = JobRequest.on("q").delay(Duration.ZERO).bytes(mine).build();
    mine[0] = 9;
    request.bytes()[1] = 9;

    assertThat(request.bytes()).containsExactly(1, 2);
  }

  @Test
  void built_request_does_not_change_with_its_builder() {
    JobRequestBuilder builder = JobRequest.on("q").jobId("1").delay(Duration.ZERO);
    JobRequest request = builder.build();
    builder.property("x_late", 1);

    assertThat(request.properties()).doesNotContainKey("x_late");
  }

  @Test
  void request_says_what_it_is() {
    assertThat(JobRequest.on("q").jobId("1").delay(Duration.ofSeconds(5)).build())
        .hasToString("JobRequest[q/1 due in PT5S]");
    assertThat(JobRequest.on("q").jobId("1").dueAt(DUE).build())
        .hasToString("JobRequest[q/1 due 2026-12-01T10:00:00.123456Z]");
  }

  @Test
  void job_without_a_due_time_is_refused() {
    assertThatThrownBy(() -> JobRequest.on("q").jobId("1").build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "a job needs a due time: call dueAt(...), delay(...), recurring(...) or after(...)");
  }

  @ParameterizedTest
  @MethodSource
  void bad_value_is_refused_at_once(Consumer<JobRequestBuilder> call, String message) {
    JobRequestBuilder builder = JobRequest.on("q");

    assertThatThrownBy(() -> call.accept(builder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  static Stream<Arguments> bad_value_is_refused_at_once() {
    return Stream.of(
        bad(b -> JobRequest.on(" "), "queue must not be blank"),
        bad(b -> b.jobId(""), "jobId must not be blank"),
        bad(
            b -> b.jobId("x".repeat(251)),
            "jobId has 251 characters, but at most 250 are allowed: '" + "x".repeat(40) + "...'"),
        bad(
            b -> b.jobId("a\0b"),
            "jobId contains the character NUL, which the database cannot store"),
        bad(
            b -> b.jobId("a\ud800"),
            "jobId contains half of a surrogate pair, which UTF-8 cannot express: send it as bytes"),
        bad(
            b -> b.dueAt(Instant.ofEpochMilli(-1)),
            "dueAt is 1969-12-31T23:59:59.999Z but must lie in the years 1970 to 9999"),
        bad(
            b -> b.dueAt(Instant.parse("+10000-01-01T00:00:00Z")),
            "dueAt is +10000-01-01T00:00:00Z but must lie in the years 1970 to 9999"),
        bad(b -> b.delay(Duration.ofSeconds(-5)), "delay is PT-5S but must not be negative"),
        bad(
            b -> b.delay(Duration.ofSeconds(Long.MAX_VALUE)),
            "delay is PT2562047788015215H30M7S but the due time must lie before the year 10000"),
        bad(
            b -> b.text("\udc00"),
            "text contains half of a surrogate pair, which UTF-8 cannot express: send it as bytes"),
        bad(b -> b.contentType("  "), "contentType must not be blank"),
        bad(
            b -> b.property("shop", "Köln"),
            "property 'shop' must begin with x_, as all properties of the user: call it x_shop"),
        bad(
            b -> b.property("x_sh-op", 1),
            "property 'x_sh-op' must be a Java identifier, as JMS requires"),
        bad(
            b -> b.property("x_shop", "\0"),
            "property x_shop contains the character NUL, which the database cannot store"),
        bad(b -> b.priority(10), "priority is 10 but must be 0 to 9"),
        bad(b -> b.priority(-1), "priority is -1 but must be 0 to 9"),
        bad(b -> b.group(""), "group must not be blank"),
        bad(b -> b.type(" "), "type must not be blank"),
        bad(
            b -> b.timeToLive(Duration.ZERO),
            "timeToLive is PT0S but must be from PT0.001S to PT277777777H46M39.999S"),
        bad(
            b -> b.traceparent("nonsense"),
            "traceparent is 'nonsense' but must be of the W3C form 00-<32 hex>-<16 hex>-<2 hex>"),
        bad(
            b -> b.dueAt(DUE).expiresAt(DUE).build(),
            "expiresAt is 2026-12-01T10:00:00.123456Z but must be after dueAt, 2026-12-01T10:00:00.123456Z"));
  }

  private static Arguments bad(Consumer<JobRequestBuilder> call, String message) {
    return arguments(call, message);
  }
}
