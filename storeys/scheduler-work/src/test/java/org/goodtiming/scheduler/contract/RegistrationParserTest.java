package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.goodtiming.scheduler.contract.Registration.RECEIVED_AT;
import static org.goodtiming.scheduler.contract.Registration.SENT_AT;
import static org.goodtiming.scheduler.contract.Registration.dueless;
import static org.goodtiming.scheduler.contract.Registration.good;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.IfExists;
import org.goodtiming.scheduler.job.JobParents;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.Overlap;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationParserTest {

  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final RegistrationParser parser = Parsers.of(Registration.LIMITS);

  @Test
  void a_fault_of_the_scheduler_refuses_the_message_and_names_its_place() {
    NamedCalendars faulty =
        name -> {
          throw new ArithmeticException("overflow");
        };
    Intent intent = Parsers.of(faulty).parse(ofFactory().message(), RECEIVED_AT);

    assertThat(intent).isInstanceOf(Intent.Refused.class);
    Intent.Refused refused = (Intent.Refused) intent;
    assertThat(refused.refusal()).isEqualTo(Refusal.NOT_READ);
    assertThat(refused.jobId()).isEqualTo("4711");
    assertThat(refused.reason())
        .startsWith(
            "the scheduler fails to read it, by a fault of its own (java.lang.ArithmeticException: overflow, ")
        .contains("RegistrationParserTest.java:")
        .endsWith("): report this, and resubmit it after an update");
  }

  @Test
  void a_message_that_needs_a_deeper_stack_is_refused_and_takes_no_other_with_it() {
    NamedCalendars deep =
        name -> {
          throw new StackOverflowError();
        };
    RegistrationParser parser = Parsers.of(deep);
    Intent intent = parser.parse(ofFactory().message(), RECEIVED_AT);

    assertThat(intent).isInstanceOf(Intent.Refused.class);
    assertThat(((Intent.Refused) intent).refusal()).isEqualTo(Refusal.NOT_READ);
    assertThat(((Intent.Refused) intent).reason()).contains("(java.lang.StackOverflowError, ");
    assertThat(parser.parse(good().message(), RECEIVED_AT)).isInstanceOf(Intent.Schedule.class);
  }

  @Test
  void a_node_without_memory_refuses_no_message() {
    NamedCalendars faulty =
        name -> {
          throw new OutOfMemoryError();
        };
    RegistrationParser parser = Parsers.of(faulty);

    assertThatThrownBy(() -> parser.parse(ofFactory().message(), RECEIVED_AT))
        .isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void a_failure_of_the_database_refuses_no_message() {
    StoreException failure = new StoreException("read a calendar", new SQLException("gone"));
    NamedCalendars away =
        name -> {
          throw failure;
        };
    RegistrationParser parser = Parsers.of(away);

    assertThatThrownBy(() -> parser.parse(ofFactory().message(), RECEIVED_AT)).isSameAs(failure);
  }

  private static Registration ofFactory() {
    return dueless()
        .with("scheduler_recurrence", "every:PT1H")
        .with("scheduler_calendar", "factory");
  }

  @Test
  void all_that_the_contract_knows_is_in_the_job() {
    NewJob job =
        job(
            good()
                .with("scheduler_version", 1L)
                .with("scheduler_op", "schedule")
                .with("scheduler_ifExists", "reject")
                .with("scheduler_priority", 9)
                .with("scheduler_expiresAt", "2026-12-01T10:00:01Z")
                .with("scheduler_group", "customer-1")
                .with("scheduler_contentType", "application/json")
                .with("scheduler_tracked", false)
                .with("traceparent", TRACEPARENT)
                .with("tracestate", "vendor=1")
                .with("x_shop", "Köln"));

    assertThat(job.key()).isEqualTo(new JobKey("order-check", "4711"));
    assertThat(job.due()).isEqualTo(new Due.At(Instant.parse("2026-12-01T10:00:00Z")));
    assertThat(job.ifExists()).isEqualTo(IfExists.REJECT);
    assertThat(job.sentAt()).isEqualTo(SENT_AT);
    assertThat(job.messageId()).isEqualTo("ID:7b1f");
    assertThat(job.envelope().priority()).isEqualTo(9);
    assertThat(job.expiresAt()).isEqualTo("2026-12-01T10:00:01Z");
    assertThat(job.envelope().body().isText()).isTrue();
    assertThat(job.envelope().body().asText()).isEqualTo("{}");
    assertThat(job.envelope().group()).isEqualTo("customer-1");
    assertThat(job.envelope().carried().get(JobProperty.CONTENT_TYPE))
        .isEqualTo("application/json");
    assertThat(job.envelope().carried().get(JobProperty.TRACEPARENT)).isEqualTo(TRACEPARENT);
    assertThat(job.envelope().carried().get(JobProperty.TRACESTATE)).isEqualTo("vendor=1");
    assertThat(job.envelope().properties()).containsOnly(entry("x_shop", "Köln"));
  }

  @Test
  void headers_of_the_delivery_are_carried() {
    NewJob job =
        job(
            good()
                .with("scheduler_type", "check")
                .with("scheduler_correlationId", 4711L)
                .with("scheduler_replyTo", "answers")
                .with("scheduler_timeToLive", "60000")
                .with("scheduler_deliveryMode", "NON_PERSISTENT")
                .with("scheduler_retry", "5/PT1M*2..PT6H~20%")
                .with("scheduler_runTimeout", "PT2H")
                .with("scheduler_locale", "EN-gb"));

    assertThat(job.envelope().carried())
        .containsOnly(
            entry(JobProperty.TYPE, "check"),
            entry(JobProperty.CORRELATION_ID, "4711"),
            entry(JobProperty.REPLY_TO, "answers"),
            entry(JobProperty.TIME_TO_LIVE, 60_000L),
            entry(JobProperty.DELIVERY_MODE, "NON_PERSISTENT"),
            entry(JobProperty.RETRY, "5/PT1M*2..PT6H~20%"),
            entry(JobProperty.RUN_TIMEOUT, "PT2H"),
            entry(JobProperty.LOCALE, "en-GB"));
  }

  @Test
  void a_job_names_its_parents_and_is_due_at_their_end() {
    NewJob one = job(dueless().with("scheduler_after", "a/b/c, \"d\""));
    assertThat(JobParents.of(one))
        .isEqualTo(
            new JobParents(
                List.of(new JobKey("a", "b/c, \"d\"")), null, false, "hold", Duration.ofDays(1)));
    assertThat(one.due()).isEqualTo(new Due.After(Duration.ZERO));

    NewJob two =
        job(
            good()
                .with("scheduler_after", " [\"a/1\", \"b/[2]\", \"a/1\"]".trim())
                .with("scheduler_ifParentFails", "cancel")
                .with("scheduler_parentTimeout", "PT1H"));
    assertThat(JobParents.of(two))
        .isEqualTo(
            new JobParents(
                List.of(new JobKey("a", "1"), new JobKey("b", "[2]")),
                null,
                false,
                "cancel",
                Duration.ofHours(1)));
    assertThat(JobParents.of(job(good()))).isNull();
  }

  @Test
  void missing_properties_have_their_default() {
    NewJob job = job(good());

    assertThat(job.ifExists()).isEqualTo(IfExists.REPLACE);
    assertThat(job.envelope().priority()).isEqualTo(4);
    assertThat(job.expiresAt()).isNull();
    assertThat(job.envelope().properties()).isEmpty();
    assertThat(job.envelope().carried().get(JobProperty.CONTENT_TYPE)).isNull();
    assertThat(job.envelope().group()).isNull();
    assertThat(job.envelope().carried().get(JobProperty.TRACEPARENT)).isNull();
    assertThat(job.envelope().carried().get(JobProperty.TRACESTATE)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"replace, REPLACE", "update, UPDATE", "keep, KEEP", "reject, REJECT"})
  void ifExists_is_read(String value, IfExists expected) {
    assertThat(job(good().with("scheduler_ifExists", value)).ifExists()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 9})
  void priority_is_a_number_of_any_type_or_a_digit(int priority) {
    assertThat(job(good().with("scheduler_priority", priority)).envelope().priority())
        .isEqualTo(priority);
    assertThat(job(good().with("scheduler_priority", (byte) priority)).envelope().priority())
        .isEqualTo(priority);
    assertThat(job(good().with("scheduler_priority", (long) priority)).envelope().priority())
        .isEqualTo(priority);
    assertThat(job(good().with("scheduler_priority", "" + priority)).envelope().priority())
        .isEqualTo(priority);
  }

  @Test
  void delay_is_kept_as_a_delay_for_the_database_to_count() {
    assertThat(job(dueless().with("scheduler_delay", "PT30M")).due())
        .isEqualTo(new Due.After(Duration.ofMinutes(30)));
  }

  @Test
  void job_may_expire_right_after_the_end_of_its_delay() {
    NewJob job =
        job(
            dueless()
                .with("scheduler_delay", "PT30M")
                .with("scheduler_expiresAt", "2026-11-20T10:30:00.001Z"));

    assertThat(job.expiresAt()).isEqualTo(Instant.parse("2026-11-20T10:30:00.001Z"));
  }

  @Test
  void job_knows_its_registrant() {
    assertThat(job(good()).registeredBy()).isEqualTo("shop");
  }

  @Test
  void whole_number_is_taken_as_a_job_id() {
    assertThat(job(good().with("scheduler_jobId", 4712L)).key().jobId()).isEqualTo("4712");
  }

  @Test
  void job_id_may_have_250_characters() {
    String jobId = "ä".repeat(250);

    assertThat(job(good().with("scheduler_jobId", jobId)).key().jobId()).isEqualTo(jobId);
  }

  @Test
  void missing_job_id_is_generated_from_the_message_id() {
    assertThat(job(good().without("scheduler_jobId")).key().jobId()).isEqualTo("7b1f");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ID:", "", "\0", "\ud800"})
  void missing_job_id_is_random_where_the_message_id_does_not_serve(String messageId) {
    String jobId = job(good().without("scheduler_jobId").messageId(messageId)).key().jobId();

    assertThat(UUID.fromString(jobId)).hasToString(jobId);
  }

  @Test
  void missing_job_id_is_random_where_there_is_no_message_id() {
    NewJob job = job(good().without("scheduler_jobId").messageId(null));

    assertThat(UUID.fromString(job.key().jobId())).hasToString(job.key().jobId());
    assertThat(job.messageId()).isNull();
  }

  @Test
  void message_id_is_made_storable() {
    assertThat(job(good().messageId("a\0b")).messageId()).isEqualTo("a\ufffdb");
  }

  @Test
  void time_of_receipt_stands_in_for_a_missing_send_time() {
    assertThat(job(good().sentAt(null)).sentAt()).isEqualTo(RECEIVED_AT);
    assertThat(parse(cancel().sentAt(null)))
        .isEqualTo(new Intent.Cancel(new JobKey("order-check", "4711"), RECEIVED_AT));
  }

  @Test
  void cancels_count_since_the_moment_that_the_registration_names_if_it_was_sent_later() {
    Instant earlier = SENT_AT.minusSeconds(60);
    assertThat(job(good().with("scheduler_since", earlier.toString())).sentAt()).isEqualTo(earlier);
    assertThat(job(good().with("scheduler_since", earlier.toEpochMilli())).sentAt())
        .isEqualTo(Instant.ofEpochMilli(earlier.toEpochMilli()));
    assertThat(job(good().with("scheduler_since", SENT_AT.plusSeconds(60).toString())).sentAt())
        .isEqualTo(SENT_AT);
  }

  @ParameterizedTest
  @EnumSource
  void body_of_a_cancel_is_ignored(Kind kind) {
    assertThat(parse(cancel().body(kind, new byte[2000]))).isInstanceOf(Intent.Cancel.class);
  }

  @Test
  void cancel_needs_the_key_and_nothing_else() {
    assertThat(parse(cancel()))
        .isEqualTo(new Intent.Cancel(new JobKey("order-check", "4711"), SENT_AT));
  }

  @Test
  void bytes_are_passed_through() {
    byte[] bytes = {0, -1, 7};

    Body body = job(good().body(Kind.BYTES, bytes)).envelope().body();
    assertThat(body.isText()).isFalse();
    assertThat(body.bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "MESSAGE"})
  void message_without_a_body_is_an_empty_text(Kind kind) {
    Body body = job(good().body(kind, null)).envelope().body();

    assertThat(body.isText()).isTrue();
    assertThat(body.bytes()).isEmpty();
  }

  @Test
  void body_may_be_as_long_as_the_limit() {
    assertThat(job(good().body(Kind.BYTES, new byte[1000])).envelope().body().bytes())
        .hasSize(1000);
  }

  @Test
  void properties_of_brokers_and_protocols_are_not_passed_on() {
    NewJob job =
        job(
            good()
                .with("JMSXDeliveryCount", 1)
                .with("JMSXGroupID", "g")
                .with("_AMQ_DUPL_ID", "d")
                .with("destination", "/queue/a")
                .with("content-type", "text/plain")
                .with("shop", "Köln"));

    assertThat(job.envelope().properties()).isEmpty();
    assertThat(job.envelope().group()).isNull();
  }

  @Test
  void numbers_are_passed_on_as_long_and_double() {
    NewJob job =
        job(
            good()
                .with("x_byte", (byte) 1)
                .with("x_short", (short) 2)
                .with("x_int", 3)
                .with("x_long", Long.MIN_VALUE)
                .with("x_float", 0.1f)
                .with("x_double", 1e300)
                .with("x_flag", true)
                .with("x_", ""));

    assertThat(job.envelope().properties())
        .containsOnly(
            entry("x_byte", 1L),
            entry("x_short", 2L),
            entry("x_int", 3L),
            entry("x_long", Long.MIN_VALUE),
            entry("x_float", 0.1d),
            entry("x_double", 1e300),
            entry("x_flag", true),
            entry("x_", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\0"
      })
  void malformed_trace_context_is_dropped_and_costs_no_job(String traceparent) {
    NewJob job = job(good().with("traceparent", traceparent).with("tracestate", "a=b"));

    assertThat(job.envelope().carried().get(JobProperty.TRACEPARENT)).isNull();
    assertThat(job.envelope().carried().get(JobProperty.TRACESTATE)).isNull();
  }

  @Test
  void malformed_tracestate_is_dropped_alone() {
    NewJob job = job(good().with("traceparent", TRACEPARENT).with("tracestate", "a=\0"));

    assertThat(job.envelope().carried().get(JobProperty.TRACEPARENT)).isEqualTo(TRACEPARENT);
    assertThat(job.envelope().carried().get(JobProperty.TRACESTATE)).isNull();
  }

  private static Registration cancel() {
    return dueless().with("scheduler_op", "cancel");
  }

  private NewJob job(Registration registration) {
    return assertThat(parse(registration)).asInstanceOf(type(Intent.Schedule.class)).actual().job();
  }

  private Intent parse(Registration registration) {
    return parser.parse(registration.message(), RECEIVED_AT);
  }

  @Test
  void the_planned_times_of_a_message_that_has_waited_count_from_its_send_time() {
    Due.Recurring due =
        recurring(
            dueless()
                .sentAt(RECEIVED_AT.minusSeconds(20))
                .with("scheduler_recurrence", "every:PT1S")
                .with("scheduler_start", RECEIVED_AT.minusSeconds(18).toString())
                .with("scheduler_until", RECEIVED_AT.minusSeconds(8).toString()));
    assertThat(due.first()).isEqualTo(RECEIVED_AT.minusSeconds(18));
  }

  @Test
  void planned_times_count_from_the_receipt_if_the_clock_of_the_sender_is_ahead_or_unknown() {
    Registration hourly =
        dueless()
            .with("scheduler_recurrence", "every:PT1H")
            .with("scheduler_start", RECEIVED_AT.plusSeconds(1).toString());
    Instant first = RECEIVED_AT.plusSeconds(1);
    assertThat(recurring(hourly.sentAt(RECEIVED_AT.plusSeconds(7_000))).first()).isEqualTo(first);
    assertThat(recurring(hourly.sentAt(null)).first()).isEqualTo(first);
  }

  @Test
  void a_recurring_job_is_due_first_when_its_recurrence_says() {
    Due.Recurring due =
        recurring(
            dueless()
                .with("scheduler_recurrence", "cron:0 0 6 ? * MON-FRI times=9")
                .with("scheduler_zone", "Europe/Berlin")
                .with("scheduler_start", "2026-12-01T00:00:00Z")
                .with("scheduler_until", "2026-12-31T00:00:00Z")
                .with("scheduler_count", 3));

    assertThat(due.first()).isEqualTo("2026-12-01T05:00:00Z");
    assertThat(due.misfire()).isEqualTo(Misfire.FIRE_ONCE);
    assertThat(due.recurrence())
        .hasToString(
            "cron:0 0 6 ? * MON-FRI zone=Europe/Berlin start=2026-12-01T00:00:00Z until=2026-12-31T00:00:00Z times=3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fire-once",
        "fire-once-counted",
        "skip",
        "skip-counted",
        "fire-all",
        "fire-all/PT1H"
      })
  void a_misfire_policy_is_read(String policy) {
    assertThat(recurring(hourly(policy)).misfire()).hasToString(policy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fire-all/", "fire-all/1h", "fire-all/PT0S", "skip/PT1H", "Skip", " "})
  void a_misfire_policy_that_cannot_be_read_is_refused(String policy) {
    assertThat(((Intent.Refused) parse(hourly(policy))).refusal())
        .isEqualTo(Refusal.MISFIRE_UNKNOWN);
  }

  private static Registration hourly(String misfire) {
    return dueless().with("scheduler_recurrence", "every:PT1H").with("scheduler_misfire", misfire);
  }

  @ParameterizedTest
  @CsvSource({
    "90 working minutes, 2026-11-27T16:00:00Z, 2026-11-30T07:30:00Z",
    "8 working hours, 2026-11-27T13:00:00Z, 2026-11-30T11:00:00Z",
    "3 working days, 2026-11-25T09:00:00Z, 2026-11-30T09:00:00Z",
    "1 working day, 2026-11-26T19:00:00Z, 2026-11-30T07:00:00Z",
    "0 working days, 2026-11-28T19:00:00Z, 2026-11-30T07:00:00Z",
  })
  void a_delay_in_working_time_ends_in_the_time_that_its_calendar_does_not_exclude(
      String delay, Instant registered, Instant due) {
    NamedCalendars calendars =
        name -> Optional.of(ExclusionCalendar.parse("any(weekly:SAT,SUN; not(daily:08:00-18:00))"));
    Intent.Schedule intent =
        (Intent.Schedule)
            Parsers.of(calendars)
                .parse(
                    dueless()
                        .with("scheduler_delay", delay)
                        .with("scheduler_calendar", "office")
                        .with("scheduler_zone", "Europe/Berlin")
                        .message(),
                    registered);
    assertThat(intent.job().due()).isEqualTo(new Due.At(due));
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Nowhere, Unknown time-zone ID: Europe/Nowhere",
    "UTC, leaves too little working time",
  })
  void a_delay_in_working_time_that_does_not_end_is_refused(String zone, String why) {
    NamedCalendars calendars = name -> Optional.of(ExclusionCalendar.parse("weekly:MON-SUN"));
    Intent.Refused intent =
        (Intent.Refused)
            Parsers.of(calendars)
                .parse(
                    dueless()
                        .with("scheduler_delay", "1 working hour")
                        .with("scheduler_calendar", "closed")
                        .with("scheduler_zone", zone)
                        .message(),
                    RECEIVED_AT);
    assertThat(intent.refusal()).isEqualTo(Refusal.WORKING_DELAY_IMPOSSIBLE);
    assertThat(intent.reason()).contains("'1 working hour'", why);
  }

  @Test
  void a_named_calendar_is_added_to_what_the_recurrence_excludes() {
    NamedCalendars calendars = name -> Optional.of(ExclusionCalendar.parse("weekly:SAT,SUN"));
    Intent intent =
        Parsers.of(calendars)
            .parse(
                dueless()
                    .with("scheduler_recurrence", "days:1 except=annual:12-24")
                    .with("scheduler_calendar", "company")
                    .message(),
                RECEIVED_AT);
    Due.Recurring due = (Due.Recurring) ((Intent.Schedule) intent).job().due();
    assertThat(due.recurrence()).hasToString("days:1 except=any(annual:12-24; calendar:company)");
  }

  @ParameterizedTest
  @CsvSource({"wait, false, P1D", "wait/PT30M, false, PT30M", ", true, P1D"})
  void runs_that_do_not_overlap_are_tracked(
      @Nullable String overlap, boolean stateful, Duration limit) {
    Registration registration =
        dueless().with("scheduler_recurrence", "every:PT1H").with("scheduler_stateful", stateful);
    Intent intent =
        parser.parse(
            (overlap == null ? registration : registration.with("scheduler_overlap", overlap))
                .message(),
            RECEIVED_AT);
    NewJob job = ((Intent.Schedule) intent).job();
    assertThat(((Due.Recurring) job.due()).overlap())
        .isEqualTo(Overlap.named("wait/" + limit, stateful).orElseThrow());
    assertThat(job.tracked()).isTrue();
  }

  @Test
  void a_schedule_that_failures_pause_is_tracked() {
    Registration registration =
        dueless()
            .with("scheduler_recurrence", "every:PT1H")
            .with("scheduler_pauseAfterFailures", "3");
    assertThat(recurring(registration).pauseAfterFailures()).isEqualTo(3);
    assertThat(job(registration).tracked()).isTrue();
  }

  @Test
  void a_count_of_successes_is_no_bound_of_the_recurrence() {
    Registration registration =
        dueless()
            .with("scheduler_recurrence", "every:PT1H times=9")
            .with("scheduler_count", 3)
            .with("scheduler_countOf", "successes");
    Due.Recurring due = recurring(registration);
    assertThat(due.recurrence()).hasToString("every:PT1H");
    assertThat(due.overlap()).isEqualTo(Overlap.named("wait", false).orElseThrow().until(3));
    assertThat(job(registration).tracked()).isTrue();
    assertThat(recurring(registration.with("scheduler_countOf", "runs")).recurrence())
        .hasToString("every:PT1H times=3");
  }

  @Test
  void a_delay_from_the_end_waits_for_it() {
    Registration registration = dueless().with("scheduler_recurrence", "delay:PT1H/end");
    assertThat(recurring(registration).overlap())
        .isEqualTo(Overlap.named("wait", false).orElseThrow());
  }

  private Due.Recurring recurring(Registration registration) {
    return (Due.Recurring) job(registration).due();
  }
}
