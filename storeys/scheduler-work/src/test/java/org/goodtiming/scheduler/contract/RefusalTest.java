package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.contract.Registration.RECEIVED_AT;
import static org.goodtiming.scheduler.contract.Registration.due;
import static org.goodtiming.scheduler.contract.Registration.dueless;
import static org.goodtiming.scheduler.contract.Registration.empty;
import static org.goodtiming.scheduler.contract.Registration.good;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.message.ReceivedMessage.Inexact;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalTest {

  private final RegistrationParser parser = Parsers.of(Registration.LIMITS);

  @ParameterizedTest
  @MethodSource
  void bad_registration_is_refused_with_its_reason(Registration bad, Refusal refusal, String text) {
    Intent.Refused refused = (Intent.Refused) parser.parse(bad.message(), RECEIVED_AT);

    assertThat(refused.refusal()).isEqualTo(refusal);
    assertThat(refused.reason()).isEqualTo(text);
  }

  static Stream<Arguments> bad_registration_is_refused_with_its_reason() {
    return Stream.of(
        arguments(
            good().without("scheduler_queue"),
            Refusal.QUEUE_MISSING,
            "scheduler_queue is missing: name the worker queue of the job"),
        arguments(
            empty(),
            Refusal.QUEUE_MISSING,
            "scheduler_queue is missing: name the worker queue of the job"),
        arguments(
            good().with("scheduler_version", 2),
            Refusal.VERSION_UNKNOWN,
            "scheduler_version is '2', but this scheduler supports only version 1: use version 1, or omit the property"),
        arguments(
            good().with("scheduler_version", "1.0"),
            Refusal.VERSION_UNKNOWN,
            "scheduler_version is '1.0', but this scheduler supports only version 1: use version 1, or omit the property"),
        arguments(
            good().with("scheduler_op", "scheduleall"),
            Refusal.OP_UNSUPPORTED,
            "scheduler_op is 'scheduleall', but this scheduler knows only schedule, scheduleAll, cancel, check and batch: send one of these"),
        arguments(
            good().with("scheduler_op", "CANCEL"),
            Refusal.OP_UNSUPPORTED,
            "scheduler_op is 'CANCEL', but this scheduler knows only schedule, scheduleAll, cancel, check and batch: send one of these"),
        arguments(
            good().with("scheduler_dueat", 1L),
            Refusal.PROPERTY_UNKNOWN,
            "property 'scheduler_dueat' is not in the wire contract, version 1: correct its name, omit it, or use the prefix x_ if it is for the worker"),
        reserved("scheduler_fireId"),
        reserved("scheduler_attempt"),
        reserved("scheduler_sentAt"),
        reserved("scheduler_definedBy"),
        reserved("scheduler_epoch"),
        reserved("scheduler_plannedAt"),
        reserved("scheduler_run"),
        reserved("scheduler_status"),
        reserved("scheduler_code"),
        reserved("scheduler_reason"),
        reserved("scheduler_lines"),
        reserved("scheduler_accepted"),
        reserved("scheduler_replaced"),
        reserved("scheduler_kept"),
        reserved("scheduler_overtaken"),
        reserved("scheduler_rejected"),
        arguments(
            good().with("scheduler_definition", "report"),
            Refusal.DEFINITION_UNKNOWN,
            "scheduler_definition is 'report', which does not exist: correct the name, or ask an operator to create it"),
        blank("scheduler_definition"),
        arguments(
            good().with("scheduler_retry", "PT0S"),
            Refusal.RETRY_UNKNOWN,
            "scheduler_retry is wrong: retry policy 'PT0S' cannot be read, the delay PT0S must be PT1S to P366D. Write none, delays as PT1M,PT10M,PT1H, or growth as 5/PT1M*2..PT6H, and ~20% after it for jitter"),
        runLimit("PT0.5S"),
        runLimit("P367D"),
        runLimit("P1M"),
        runLimit("soon"),
        countOf("finished", 3, "allow", 3),
        after("[]"),
        after("a"),
        after("/1"),
        after("a/"),
        after("[\"a/1\""),
        after("[1]"),
        after("[[\"a/1\"]]"),
        arguments(
            good().with("scheduler_after", "a/\0"),
            Refusal.TEXT_UNSTORABLE,
            "scheduler_after is '\ufffd', with NUL or half of a surrogate pair (shown as \ufffd), which the database cannot store: remove these characters"),
        arguments(
            good().with("scheduler_after", manyParents(1001)),
            Refusal.AFTER_TOO_MANY,
            "scheduler_after names 1001 jobs with 7900 characters, but at most 1000 jobs and 100000 characters are allowed: let one job wait for them, and others for that one"),
        arguments(
            good().with("scheduler_after", "order-check/4711"),
            Refusal.AFTER_ITSELF,
            "scheduler_after names 'order-check/4711', the job itself: name other jobs"),
        arguments(
            dueless().with("scheduler_after", "a/1").with("scheduler_recurrence", "every:PT1H"),
            Refusal.AFTER_RECURRING,
            "scheduler_after is with a schedule, 'order-check/4711', which has many runs: register a job from the worker of the run, or use a job that does not recur"),
        arguments(
            good().with("scheduler_after", "a/1").with("scheduler_ifParentFails", "skip"),
            Refusal.IF_PARENT_FAILS_UNKNOWN,
            "scheduler_ifParentFails is 'skip': send run, cancel or hold, and name the parents in scheduler_after or scheduler_afterBatch"),
        arguments(
            good().with("scheduler_ifParentFails", "run"),
            Refusal.IF_PARENT_FAILS_UNKNOWN,
            "scheduler_ifParentFails is 'run': send run, cancel or hold, and name the parents in scheduler_after or scheduler_afterBatch"),
        arguments(
            good().with("scheduler_after", "a/1").with("scheduler_parentTimeout", "P1M"),
            Refusal.PARENT_TIMEOUT_UNKNOWN,
            "scheduler_parentTimeout is 'P1M': send a duration of days and smaller units from PT1S to P366D, like PT2H, and name the parents in scheduler_after or scheduler_afterBatch"),
        batch("scheduler_batchSize", "-1"),
        batch("scheduler_batchSize", "10000001"),
        batch("scheduler_batchSize", "many"),
        batch("scheduler_batchTimeout", "P1M"),
        arguments(
            Registration.empty().with("scheduler_op", "batch"),
            Refusal.BATCH_VALUE,
            Refusal.BATCH_VALUE.reason("scheduler_batch", "missing")),
        arguments(
            good().with("scheduler_batchSize", 3L),
            Refusal.BATCH_VALUE,
            Refusal.BATCH_VALUE.reason("scheduler_batchSize", "3")),
        arguments(
            dueless().with("scheduler_batch", "i").with("scheduler_recurrence", "every:PT1H"),
            Refusal.BATCH_CONFLICT,
            "scheduler_batch is 'i', but the job is a schedule: omit one of them"),
        arguments(
            good().with("scheduler_batch", "i").with("scheduler_ifExists", "keep"),
            Refusal.BATCH_CONFLICT,
            "scheduler_batch is 'i', but scheduler_ifExists=keep leaves a waiting job outside it: omit one of them"),
        arguments(
            good().with("scheduler_batch", "i").with("scheduler_afterBatch", "i"),
            Refusal.BATCH_CONFLICT,
            "scheduler_batch is 'i', but the job waits for others: omit one of them"),
        arguments(
            good().with("scheduler_batch", "i").with("scheduler_after", "a/1"),
            Refusal.BATCH_CONFLICT,
            "scheduler_batch is 'i', but the job waits for others: omit one of them"),
        arguments(
            good().with("scheduler_onBatchFailure", "i").with("scheduler_after", "a/1"),
            Refusal.BATCH_CONFLICT,
            "scheduler_onBatchFailure is 'i', but other properties name parents or their failures: omit one of them"),
        jitter("30"),
        jitter("PT0S"),
        jitter("P2D"),
        withoutRecurrence("scheduler_jitter", "PT30S"),
        countOf("successes", null, "wait", 0),
        countOf("successes", 3, "allow", 3),
        withoutRecurrence("scheduler_countOf", "successes"),
        withoutRecurrence("scheduler_calendar", "target"),
        arguments(
            dueless()
                .with("scheduler_recurrence", "every:PT1H")
                .with("scheduler_calendar", "target"),
            Refusal.CALENDAR_UNKNOWN,
            "the job names calendar 'target', which does not exist: correct the name, or ask an operator to create it"),
        withoutRecurrence("scheduler_overlap", "wait"),
        withoutRecurrence("scheduler_stateful", true),
        overlap("never", false),
        overlap("wait/PT0S", false),
        overlap("wait/P367D", false),
        overlap("wait/soon", false),
        overlap("allow", true),
        pauseAfter("0"),
        pauseAfter("1001"),
        pauseAfter("often"),
        arguments(
            dueless()
                .with("scheduler_recurrence", "every:PT1H")
                .with("scheduler_pauseAfterFailures", 3)
                .with("scheduler_tracked", false),
            Refusal.PAUSE_AFTER_UNTRACKED,
            "scheduler_pauseAfterFailures is 3 and scheduler_tracked is false, but the end of an untracked run is not known: omit scheduler_tracked"),
        withoutRecurrence("scheduler_pauseAfterFailures", 3),
        overlap("skip", true),
        overlap("skip/PT1H", false),
        overlap("cancel", true),
        arguments(
            dueless()
                .with("scheduler_recurrence", "every:PT1H")
                .with("scheduler_overlap", "wait")
                .with("scheduler_tracked", false),
            Refusal.OVERLAP_UNTRACKED,
            "scheduler_overlap is 'wait' and scheduler_tracked is false, but the end of an untracked run is not known: omit scheduler_tracked"),
        arguments(
            dueless().with("scheduler_recurrence", "every:PT1H except=not(calendar:a/b)"),
            Refusal.CALENDAR_UNKNOWN,
            "the job names calendar 'a/b', which does not exist: correct the name, or ask an operator to create it"),
        arguments(
            dueless().with("scheduler_recurrence", "cron:0 0 6 32 * ?"),
            Refusal.RECURRENCE_UNREADABLE,
            "scheduler_recurrence or one of its conditions is wrong: cron field 4 (day of month) '32': 1-31, ? * L W allowed"),
        arguments(
            dueless().with("scheduler_recurrence", "every:PT1H").with("scheduler_zone", "Bonn"),
            Refusal.RECURRENCE_UNREADABLE,
            "scheduler_recurrence or one of its conditions is wrong: zone 'Bonn': write a time zone such as Europe/Berlin"),
        arguments(
            good().with("scheduler_recurrence", "every:PT1H"),
            Refusal.RECURRENCE_AND_DUE,
            "scheduler_recurrence is 'every:PT1H' and scheduler_dueAt is '2026-12-01T10:00:00Z': omit the latter; scheduler_start sets when a schedule begins"),
        withoutRecurrence("scheduler_zone", "Europe/Berlin"),
        withoutRecurrence("scheduler_start", 1L),
        withoutRecurrence("scheduler_until", 1L),
        withoutRecurrence("scheduler_count", 3),
        withoutRecurrence("scheduler_misfire", "fire-all"),
        arguments(
            dueless().with("scheduler_recurrence", "once:2026-11-01T10:00Z"),
            Refusal.NEVER_DUE,
            "scheduler_recurrence is 'once:2026-11-01T10:00:00Z', which is never due after 2026-11-20T09:59:59Z: correct it"),
        arguments(
            dueless().with("scheduler_recurrence", "every:PT1H").with("scheduler_misfire", "all"),
            Refusal.MISFIRE_UNKNOWN,
            "scheduler_misfire is 'all': send fire-once, fire-once-counted, skip, skip-counted, fire-all, or fire-all/ with a duration like PT1H"),
        arguments(
            dueless().with("scheduler_recurrence", "every:PT1H").with("scheduler_count", 0),
            Refusal.COUNT_UNKNOWN,
            "scheduler_count is '0': send a whole number, 1 to 9999"),
        arguments(
            dueless()
                .with("scheduler_recurrence", "delay:PT1H/end")
                .with("scheduler_overlap", "allow"),
            Refusal.DELAY_FROM_END,
            "scheduler_recurrence is 'delay:PT1H/end', whose delay counts from the end of a run, but scheduler_overlap is allow: send wait or omit it, or count the delay from the dispatch, like delay:PT30M"),
        arguments(
            dueless()
                .with("scheduler_recurrence", "every:PT1H")
                .with("scheduler_expiresAt", "2026-12-24T00:00:00Z"),
            Refusal.EXPIRES_WITH_RECURRENCE,
            "scheduler_expiresAt is '2026-12-24T00:00:00Z', but the job recurs: send scheduler_until to end its schedule"),
        arguments(
            good().with("scheduler_tracked", "yes"),
            Refusal.WRONG_TYPE,
            "scheduler_tracked is of type String, value 'yes': send true or false"),
        reserved("scheduler_runAttempt"),
        reserved("scheduler_token"),
        timeToLive(0),
        timeToLive("-1"),
        timeToLive("PT1S"),
        timeToLive("1000000000000000"),
        arguments(
            good().with("scheduler_deliveryMode", "persistent"),
            Refusal.DELIVERY_MODE_UNKNOWN,
            "scheduler_deliveryMode is 'persistent': send PERSISTENT or NON_PERSISTENT"),
        arguments(
            good().with("scheduler_locale", "en_GB"),
            Refusal.LOCALE_UNKNOWN,
            "scheduler_locale is 'en_GB': send a BCP 47 language tag, like de or en-GB"),
        tooLong("scheduler_type"),
        blank("scheduler_correlationId"),
        unstorable("scheduler_replyTo"),
        arguments(
            dueless(),
            Refusal.DUE_MISSING,
            "none of scheduler_dueAt, scheduler_delay, scheduler_recurrence, scheduler_after, scheduler_afterBatch and scheduler_onBatchFailure is given: send one of them"),
        arguments(
            good().with("scheduler_delay", "PT1S"),
            Refusal.DUE_TWICE,
            "scheduler_dueAt is '2026-12-01T10:00:00Z' and scheduler_delay is 'PT1S': send only one of them"),
        arguments(
            good().with("scheduler_dueAt", "tomorrow"),
            Refusal.MOMENT_UNREADABLE,
            "scheduler_dueAt is 'tomorrow', which is not a moment: send epoch milliseconds, or ISO-8601 with an offset like 2026-12-01T10:00:00Z or 2026-12-01T100000Z"),
        arguments(
            good().with("scheduler_expiresAt", "2026-12-01"),
            Refusal.MOMENT_UNREADABLE,
            "scheduler_expiresAt is '2026-12-01', which is not a moment: send epoch milliseconds, or ISO-8601 with an offset like 2026-12-01T10:00:00Z or 2026-12-01T100000Z"),
        arguments(
            good().with("scheduler_dueAt", -1L),
            Refusal.MOMENT_OUT_OF_RANGE,
            "scheduler_dueAt is '-1', which is not within the years 1970 to 9999: send a moment within these years"),
        arguments(
            dueless().with("scheduler_delay", "P1M"),
            Refusal.DELAY_UNREADABLE,
            "scheduler_delay is 'P1M', which is not a duration: send ISO-8601 with days and smaller units, like PT30M or P1DT12H, or working time like '3 working days' or '90 working minutes'"),
        arguments(
            dueless().with("scheduler_delay", "3 working days"),
            Refusal.WORKING_DELAY_WITHOUT_CALENDAR,
            "scheduler_delay is '3 working days', but no scheduler_calendar says which time is not working time: send the name of a calendar"),
        arguments(
            dueless().with("scheduler_delay", "3 working days").with("scheduler_calendar", "gone"),
            Refusal.CALENDAR_UNKNOWN,
            "the job names calendar 'gone', which does not exist: correct the name, or ask an operator to create it"),
        arguments(
            dueless().with("scheduler_delay", "PT-5S"),
            Refusal.DELAY_OUT_OF_RANGE,
            "scheduler_delay is 'PT-5S', but must not be negative and must end before the year 10000: send such a duration"),
        arguments(
            good().with("scheduler_expiresAt", "2026-12-01T10:00:00Z"),
            Refusal.EXPIRES_BEFORE_DUE,
            expired("2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z")),
        arguments(
            due("2026-11-20T08:00:00Z").with("scheduler_expiresAt", "2026-11-20T09:00:00Z"),
            Refusal.EXPIRES_BEFORE_DUE,
            expired("2026-11-20T09:00:00Z", "2026-11-20T10:00:00Z")),
        arguments(
            dueless()
                .with("scheduler_delay", "PT30M")
                .with("scheduler_expiresAt", "2026-11-20T10:30:00Z"),
            Refusal.EXPIRES_BEFORE_DUE,
            expired("2026-11-20T10:30:00Z", "2026-11-20T10:30:00Z")),
        arguments(
            good().replyTo("order-check"),
            Refusal.REPLY_TO_FORBIDDEN,
            "the reply address is 'order-check', but receipts go only to temporary queues and to queues whose name begins with receipts. : use one of these, or omit it"),
        arguments(
            dueless().with("scheduler_op", "cancel").without("scheduler_jobId"),
            Refusal.JOB_ID_MISSING,
            "scheduler_jobId is missing: a cancel must name the job that it cancels"),
        reserved(good()),
        reserved(dueless().with("scheduler_recurrence", "every:PT1H")),
        reserved(dueless().with("scheduler_op", "cancel")),
        blank("scheduler_queue"),
        blank("scheduler_jobId"),
        blank("scheduler_group"),
        blank("scheduler_contentType"),
        tooLong("scheduler_queue"),
        tooLong("scheduler_jobId"),
        tooLong("scheduler_group"),
        tooLong("scheduler_contentType"),
        unstorable("scheduler_queue"),
        unstorable("scheduler_jobId"),
        unstorable("scheduler_group"),
        unstorable("scheduler_contentType"),
        unstorable("x_shop"),
        arguments(
            good().with("scheduler_jobId", 1.5),
            Refusal.WRONG_TYPE,
            "scheduler_jobId is of type Double, value '1.5': send a string"),
        arguments(
            good().with("scheduler_jobId", new Inexact("ulong", "-1")),
            Refusal.WRONG_TYPE,
            "scheduler_jobId is of type ulong, value '-1': send a string"),
        arguments(
            good().with("scheduler_op", true),
            Refusal.WRONG_TYPE,
            "scheduler_op is of type Boolean, value 'true': send a string"),
        userType(new StringBuilder("b"), "StringBuilder", "b"),
        userType('c', "Character", "c"),
        userType(new Inexact("decimal", "0.0"), "decimal", "0.0"),
        userType(Double.NaN, "Double", "NaN"),
        userType(Float.NEGATIVE_INFINITY, "Float", "-Infinity"),
        arguments(
            good().with("scheduler_ifExists", "ignore"),
            Refusal.IF_EXISTS_UNKNOWN,
            "scheduler_ifExists is 'ignore': send replace, update, keep or reject"),
        priority(10),
        priority(-1),
        priority("high"),
        priority("04"),
        priority(""),
        arguments(
            good().with("x_sh op", "Köln"),
            Refusal.USER_PROPERTY_NAME,
            "property 'x_sh op' is not a JMS identifier: use letters, digits and underscores"),
        arguments(
            good().with("x_a\0", "Köln"),
            Refusal.USER_PROPERTY_NAME,
            "property 'x_a\ufffd' is not a JMS identifier: use letters, digits and underscores"),
        arguments(
            good().with("x_big", "ä".repeat(16 * 1024)),
            Refusal.USER_PROPERTIES_TOO_LARGE,
            "the x_ properties have 32773 bytes together, but at most 32768 are allowed: put large values into the body"),
        kind(Kind.MAP, "map"),
        kind(Kind.STREAM, "stream"),
        kind(Kind.OBJECT, "object"),
        kind(Kind.AMQP_VALUE, "amqp-value that is neither string nor binary"),
        kind(Kind.AMQP_NULL, "amqp-value null"),
        arguments(
            good().body(Kind.BYTES, new byte[1001]),
            Refusal.BODY_TOO_LARGE,
            "the body has 1001 bytes, but at most 1000 are allowed: send a reference to the data, or raise the limit"),
        arguments(
            good().body(Kind.BROKEN_TEXT, new byte[2]),
            Refusal.BODY_UNENCODABLE,
            "the text has half of a surrogate pair, which UTF-8 cannot express (kept here as UTF-16BE): correct the text, or send it as bytes"));
  }

  private static Arguments reserved(String name) {
    return arguments(
        good().with(name, "1"),
        Refusal.PROPERTY_RESERVED,
        "property '%s' is set only by the scheduler, in messages that it sends: omit it"
            .formatted(name));
  }

  private static String expired(String expiresAt, String earliest) {
    return "scheduler_expiresAt is '%s', but the job cannot be dispatched before %s: send a later moment, or omit the property"
        .formatted(expiresAt, earliest);
  }

  private static Arguments overlap(String overlap, boolean stateful) {
    return arguments(
        dueless()
            .with("scheduler_recurrence", "every:PT1H")
            .with("scheduler_overlap", overlap)
            .with("scheduler_stateful", stateful),
        Refusal.OVERLAP_UNKNOWN,
        "scheduler_overlap is '%s' and scheduler_stateful is %s: send allow, skip, cancel, wait, or wait with the longest time to wait like wait/PT30M; a stateful schedule needs wait"
            .formatted(overlap, stateful));
  }

  private static Arguments runLimit(String limit) {
    return arguments(
        good().with("scheduler_runTimeout", limit),
        Refusal.RUN_LIMIT_UNKNOWN,
        "scheduler_runTimeout is '%s': send a duration of days and smaller units from PT1S to P366D, like PT2H"
            .formatted(limit));
  }

  private static Arguments after(String parents) {
    return arguments(
        good().with("scheduler_after", parents),
        Refusal.AFTER_UNREADABLE,
        "scheduler_after is '%s', which names no job: send queue/jobId, or a JSON array of such strings"
            .formatted(parents));
  }

  private static String manyParents(int parents) {
    return IntStream.range(0, parents)
        .mapToObj(i -> "\"a/" + i + "\"")
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static Arguments batch(String name, String value) {
    return arguments(
        Registration.empty()
            .with("scheduler_op", "batch")
            .with("scheduler_batch", "import-4711")
            .with(name, value),
        Refusal.BATCH_VALUE,
        "%s is '%s': with scheduler_op=batch send the id in scheduler_batch, the number of members, 0 to 10000000, in scheduler_batchSize, and PT1S to P366D in scheduler_batchTimeout"
            .formatted(name, value));
  }

  private static Arguments jitter(String jitter) {
    return arguments(
        dueless().with("scheduler_recurrence", "every:PT1H").with("scheduler_jitter", jitter),
        Refusal.JITTER_UNKNOWN,
        "scheduler_jitter is '%s': send a duration of more than zero and at most a day, like PT30S"
            .formatted(jitter));
  }

  private static Arguments pauseAfter(String failures) {
    return arguments(
        dueless()
            .with("scheduler_recurrence", "every:PT1H")
            .with("scheduler_pauseAfterFailures", failures),
        Refusal.PAUSE_AFTER_UNKNOWN,
        "scheduler_pauseAfterFailures is '%s': send a whole number, 1 to 1000".formatted(failures));
  }

  private static Arguments countOf(String word, @Nullable Integer count, String overlap, int seen) {
    Registration registration =
        dueless()
            .with("scheduler_recurrence", "every:PT1H")
            .with("scheduler_overlap", overlap)
            .with("scheduler_countOf", word);
    return arguments(
        count == null ? registration : registration.with("scheduler_count", count),
        Refusal.COUNT_OF_UNKNOWN,
        "scheduler_countOf is '%s', with a count of %s and overlap '%s': send runs, or successes with a count of at least 1 and scheduler_overlap wait"
            .formatted(word, seen, overlap));
  }

  private static Arguments withoutRecurrence(String name, Object value) {
    return arguments(
        good().with(name, value),
        Refusal.RECURRENCE_MISSING,
        "%s is '%s', but scheduler_recurrence is missing: send it, or omit the property if the job is to run once"
            .formatted(name, value));
  }

  private static Arguments reserved(Registration registration) {
    return arguments(
        registration.with("scheduler_jobId", "scheduler.canary"),
        Refusal.JOB_ID_RESERVED,
        "scheduler_jobId is 'scheduler.canary', which is the scheduler's own: choose another job id");
  }

  private static Arguments blank(String name) {
    return arguments(
        good().with(name, " "), Refusal.NAME_BLANK, name + " is blank: send a value, or omit it");
  }

  private static Arguments tooLong(String name) {
    return arguments(
        good().with(name, "n".repeat(251)),
        Refusal.NAME_TOO_LONG,
        "%s is '%s...', with 251 characters, but at most 250 are allowed: shorten it"
            .formatted(name, "n".repeat(100)));
  }

  private static Arguments unstorable(String name) {
    return arguments(
        good().with(name, "a\0b\ud83dc\ud83d\ude00"),
        Refusal.TEXT_UNSTORABLE,
        "%s is 'a\ufffdb\ufffdc\ud83d\ude00', with NUL or half of a surrogate pair (shown as \ufffd), which the database cannot store: remove these characters"
            .formatted(name));
  }

  private static Arguments userType(Object value, String type, String shown) {
    return arguments(
        good().with("x_shop", value),
        Refusal.WRONG_TYPE,
        "x_shop is of type %s, value '%s': send a string, a whole or a finite floating-point number, or a boolean"
            .formatted(type, shown));
  }

  private static Arguments priority(Object value) {
    return arguments(
        good().with("scheduler_priority", value),
        Refusal.PRIORITY_UNKNOWN,
        "scheduler_priority is '%s': send a whole number, 0 to 9".formatted(value));
  }

  private static Arguments timeToLive(Object value) {
    return arguments(
        good().with("scheduler_timeToLive", value),
        Refusal.MILLISECONDS_UNKNOWN,
        "scheduler_timeToLive is '%s': send a whole number of milliseconds, at least 1, with at most 15 digits"
            .formatted(value));
  }

  private static Arguments kind(Kind kind, String label) {
    return arguments(
        good().body(kind, new byte[1]),
        Refusal.BODY_UNSUPPORTED,
        "the body is of kind %s, but only text and bytes are accepted: send a TextMessage or BytesMessage, or with AMQP a string, binary or data"
            .formatted(label));
  }

  @Test
  void texts_of_the_registrar_say_what_to_do() {
    assertThat(Refusal.QUEUE_UNKNOWN.reason("orders"))
        .isEqualTo(
            "scheduler_queue is 'orders', which is not on the allow-list: correct the name, or add it to scheduler.worker_queue");
    assertThat(Refusal.REPLY_QUEUE_UNKNOWN.reason("answers"))
        .isEqualTo(
            "scheduler_replyTo is 'answers', which is not on the allow-list: correct the name, or add it to scheduler.worker_queue");
    assertThat(Refusal.ALREADY_WAITING.reason("q/1"))
        .isEqualTo(
            "a job already waits under 'q/1', and scheduler_ifExists is reject: cancel the waiting job first, or send replace or keep");
    assertThat(Refusal.LOGIN_NOT_PERMITTED.reason("worker", "mail"))
        .isEqualTo(
            "login 'worker' may neither register nor cancel jobs of queue 'mail': use another login, or give it a grant (goodtiming grant add LOGIN QUEUE)");
    assertThat(Refusal.BATCH_NOT_PERMITTED.reason("worker"))
        .isEqualTo(
            "login 'worker' may register jobs of no worker queue, and so neither open nor close a job batch: use another login, or give it a grant (goodtiming grant add LOGIN QUEUE)");
    assertThat(Refusal.LOGIN_UNKNOWN.reason())
        .isEqualTo(
            "the broker does not report which login sent this: with AMQP, send to scheduler.jobs.amqp.LOGIN; for other clients the broker needs populate-validated-user in broker.xml");
  }

  @ParameterizedTest
  @EnumSource
  void code_is_of_registrations_requests_or_resubmissions(Refusal refusal) {
    assertThat(refusal.code())
        .matches(
            "SCHED-(01\\d\\d|063\\d|0045|005[0178]|0647|0652|066[23]|084\\d|085[2-7]|087[89]|090\\d)");
  }

  @Test
  void codes_are_distinct() {
    assertThat(Arrays.stream(Refusal.values()).map(Refusal::code)).doesNotHaveDuplicates();
  }

  @Test
  void cut_never_leaves_half_a_character() {
    String text = "x".repeat(99) + "\ud83d\ude00";

    assertThat(Refusal.OP_UNSUPPORTED.reason(text)).contains("x\ufffd...'");
  }

  @Test
  void a_refusal_has_the_key_as_far_as_the_message_has_it() {
    Intent.Refused refused =
        (Intent.Refused)
            parser.parse(
                dueless().with("scheduler_jobId", "a\0" + "b".repeat(300)).message(), RECEIVED_AT);

    assertThat(refused.queue()).isEqualTo("order-check");
    assertThat(refused.jobId()).isEqualTo("a\ufffd" + "b".repeat(248) + "...");
    assertThat(((Intent.Refused) parser.parse(empty().message(), RECEIVED_AT)).queue()).isNull();
  }
}
