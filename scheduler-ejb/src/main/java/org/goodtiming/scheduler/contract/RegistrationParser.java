package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.BODY_TOO_LARGE;
import static org.goodtiming.scheduler.contract.Refusal.BODY_UNENCODABLE;
import static org.goodtiming.scheduler.contract.Refusal.BODY_UNREADABLE;
import static org.goodtiming.scheduler.contract.Refusal.BODY_UNSUPPORTED;
import static org.goodtiming.scheduler.contract.Refusal.DUE_MISSING;
import static org.goodtiming.scheduler.contract.Refusal.DUE_TWICE;
import static org.goodtiming.scheduler.contract.Refusal.EXPIRES_BEFORE_DUE;
import static org.goodtiming.scheduler.contract.Refusal.IF_EXISTS_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.OP_UNSUPPORTED;
import static org.goodtiming.scheduler.contract.Refusal.PRIORITY_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.REPLY_TO_FORBIDDEN;
import static org.goodtiming.scheduler.contract.Refusal.VERSION_UNKNOWN;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.IfExists;
import org.goodtiming.scheduler.job.JobDefinitions;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.jspecify.annotations.Nullable;

/** Reads registrations by the wire contract, version 1. */
public final class RegistrationParser {

  private static final int DEFAULT_PRIORITY = 4;

  private final RegistrationConfig limits;
  private final NamedCalendars calendars;
  private final JobDefinitions definitions;
  private final BulkParser bulk;

  /** Creates a parser for jobs that name neither calendars nor definitions. */
  public RegistrationParser(RegistrationConfig limits) {
    this(limits, NamedCalendars.NONE, JobDefinitions.NONE);
  }

  public RegistrationParser(
      RegistrationConfig limits, NamedCalendars calendars, JobDefinitions definitions) {
    this.limits = limits;
    this.calendars = calendars;
    this.definitions = definitions;
    this.bulk = new BulkParser(limits, this);
  }

  /** A parser for one transaction, in which each definition is read once. */
  public RegistrationParser reading() {
    return new RegistrationParser(limits, calendars, definitions.reading());
  }

  /**
   * @param receivedAt by the database's clock; the send time if the protocol has none
   */
  public Intent parse(ReceivedMessage message, Instant receivedAt) {
    ContractProperties properties = new ContractProperties(message.properties());
    try {
      check(message, properties);
      return intent(message, properties, Submission.of(message, receivedAt));
    } catch (RuntimeException | StackOverflowError e) {
      return refused(RefusedException.of(e), properties);
    }
  }

  /**
   * Reads one line of a message with many jobs.
   *
   * @param message whose body is the line
   * @param number of the line in the message as it was sent, from 1
   */
  public Intent parseLine(ReceivedMessage message, int number, Instant receivedAt) {
    ContractProperties properties = new ContractProperties(message.properties());
    try {
      check(message, properties);
      return bulk.parseLine(message, number, Submission.of(message, receivedAt));
    } catch (RuntimeException | StackOverflowError e) {
      return refused(RefusedException.of(e), properties);
    }
  }

  /**
   * Reads a JSON object that asks for one job, with the fields of a line of many.
   *
   * @param message whose body is the object, and whose properties are the defaults
   */
  public Intent parseRequest(ReceivedMessage message, AllowList allowList) {
    JobLine line = JobLine.ofRequest();
    Map<String, Object> defaults = message.properties();
    Submission submission = Submission.of(message, allowList.now());
    try {
      line.read(Objects.requireNonNull(message.text()));
      checkLength(line.body().bytes().length);
      return schedule(submission, line.properties(defaults), line.body());
    } catch (RuntimeException | StackOverflowError e) {
      Intent.Refused refused = refused(RefusedException.of(e), line.properties(defaults));
      Mistakes found = new Mistakes();
      check(line, defaults, submission, new AllowListRules(allowList), found);
      return refused.with(found.all());
    }
  }

  /** Notes all that is wrong with a request, so that its sender can mend it at once. */
  void check(
      JobLine line,
      Map<String, Object> defaults,
      Submission submission,
      AllowListRules rules,
      Mistakes found) {
    if (line.isUnreadable()) {
      return;
    }
    ContractProperties own = line.properties(defaults);
    line.mistakes().forEach(found::add);
    DefinedJob asSent = new DefinedJob(own, line.body(), null);
    DefinedJob job = found.read(() -> DefinedJob.of(own, line.body(), definitions), asSent);
    if (!found.isEmpty()) {
      found.partlyRead();
    }
    found.check(() -> checkLength(line.body().bytes().length));
    check(job, submission, found);
    rules.check(job, found);
  }

  private void check(DefinedJob job, Submission submission, Mistakes found) {
    ContractProperties properties = job.properties();
    found.check(() -> JobKeys.toSchedule(properties, submission.messageId()));
    found.check(() -> properties.name(WireContract.JOB_ID));
    new RecurrenceReader(properties, calendars).check(submission.plannedFrom(), found);
    Due due = found.read(() -> due(properties, submission), new Due.After(Duration.ZERO));
    found.check(() -> delay(properties, submission.receivedAt()));
    WorkingDelay.check(properties, calendars, found);
    List.of(WireContract.DUE_AT, WireContract.EXPIRES_AT, WireContract.SINCE)
        .forEach(name -> found.check(() -> moment(name, properties)));
    if (!properties.has(WireContract.RECURRENCE)) {
      found.check(() -> expiresAt(properties, due, submission.receivedAt()));
    }
    found.check(() -> ifExists(properties));
    found.check(() -> priority(properties));
    found.check(() -> tracked(properties, due));
    found.check(() -> properties.name(WireContract.GROUP));
    UserProperties.check(properties.all(), limits, found);
    CarriedProperties.check(properties, found);
  }

  private static void moment(String name, ContractProperties properties) {
    Object value = properties.value(name);
    if (value != null) {
      DueTimes.moment(name, value);
    }
  }

  private static void check(ReceivedMessage message, ContractProperties properties) {
    checkReplyTo(message.origin().sender().replyTo());
    ContractNames.check(message.properties());
    checkVersion(properties);
  }

  private Intent intent(
      ReceivedMessage message, ContractProperties properties, Submission submission) {
    String op =
        Objects.requireNonNullElse(properties.text(WireContract.OP), WireContract.OP_SCHEDULE);
    return switch (op) {
      case WireContract.OP_SCHEDULE -> schedule(submission, properties, body(message));
      case WireContract.OP_SCHEDULE_ALL -> bulk.parse(message, submission);
      case WireContract.OP_CANCEL ->
          new Intent.Cancel(JobKeys.toCancel(properties), submission.sentAt());
      case WireContract.OP_CHECK ->
          new Intent.Check(schedule(submission, properties, body(message)).job());
      default -> throw OP_UNSUPPORTED.because(op);
    };
  }

  /** A message that is refused for another reason than its content. */
  public static Intent.Refused refused(ReceivedMessage message, RefusedException e) {
    return refused(e, new ContractProperties(message.properties()));
  }

  static Intent.Refused refused(RefusedException e, ContractProperties properties) {
    return new Intent.Refused(
        e.refusal(),
        e.reason(),
        textOf(properties, WireContract.QUEUE),
        textOf(properties, WireContract.JOB_ID));
  }

  Intent.Schedule schedule(Submission submission, ContractProperties own, Body body) {
    return schedule(submission, DefinedJob.of(own, body, definitions));
  }

  private Intent.Schedule schedule(Submission submission, DefinedJob job) {
    ContractProperties properties = job.properties();
    String messageId = submission.messageId();
    JobKey key = JobKeys.toSchedule(properties, messageId);
    Due due = due(properties, submission);
    return new Intent.Schedule(
        new NewJob(
            key,
            due,
            ifExists(properties),
            sentAt(properties, submission),
            submission.login(),
            messageId == null ? null : StorableText.mended(messageId),
            expiresAt(properties, due, submission.receivedAt()),
            tracked(properties, due),
            envelope(properties, job.body()),
            job.definition(),
            false));
  }

  /** Cancels count from the moment that the registration names, if it is earlier. */
  private static Instant sentAt(ContractProperties properties, Submission submission) {
    Object since = properties.value(WireContract.SINCE);
    if (since == null) {
      return submission.sentAt();
    }
    Instant moment = DueTimes.moment(WireContract.SINCE, since);
    return moment.isBefore(submission.sentAt()) ? moment : submission.sentAt();
  }

  /** The scheduler knows the end of a run only if the run is tracked. */
  private static @Nullable Boolean tracked(ContractProperties properties, Due due) {
    return due instanceof Due.Recurring recurring && recurring.overlap().waits()
        ? Boolean.TRUE
        : properties.flag(WireContract.TRACKED);
  }

  private static void checkReplyTo(@Nullable String replyTo) {
    if (replyTo != null && !ReplyAddress.isAllowed(replyTo)) {
      throw REPLY_TO_FORBIDDEN.because(replyTo);
    }
  }

  private static void checkVersion(ContractProperties properties) {
    String version = properties.text(WireContract.SCHEDULER_VERSION);
    if (version != null && !version.equals(Long.toString(WireContract.VERSION))) {
      throw VERSION_UNKNOWN.because(version);
    }
  }

  private Body body(ReceivedMessage message) {
    byte[] content = message.body();
    checkLength(message.bodyLength());
    return switch (message.kind()) {
      case TEXT -> new Body(true, Objects.requireNonNullElse(content, new byte[0]));
      case BYTES -> new Body(false, Objects.requireNonNullElse(content, new byte[0]));
      case MESSAGE -> Body.text("");
      case BROKEN_TEXT -> throw BODY_UNENCODABLE.because();
      case UNREADABLE -> throw BODY_UNREADABLE.because();
      case MAP, STREAM, OBJECT, AMQP, AMQP_VALUE, AMQP_NULL ->
          throw BODY_UNSUPPORTED.because(message.kind().title());
    };
  }

  void checkLength(long bodyBytes) {
    if (bodyBytes > limits.maxBodyBytes()) {
      throw BODY_TOO_LARGE.because(bodyBytes, limits.maxBodyBytes());
    }
  }

  private Due due(ContractProperties properties, Submission submission) {
    Due recurring = new RecurrenceReader(properties, calendars).read(submission.plannedFrom());
    return recurring == null ? dueOnce(properties, submission.receivedAt()) : recurring;
  }

  private Due dueOnce(ContractProperties properties, Instant receivedAt) {
    Object dueAt = properties.value(WireContract.DUE_AT);
    Object delay = properties.value(WireContract.DELAY);
    if (dueAt != null && delay != null) {
      throw DUE_TWICE.because(dueAt, delay);
    }
    if (dueAt != null) {
      return new Due.At(DueTimes.moment(WireContract.DUE_AT, dueAt));
    }
    Due due = delay(properties, receivedAt);
    if (due == null) {
      throw DUE_MISSING.because();
    }
    return due;
  }

  /** Null if the job has none. */
  private @Nullable Due delay(ContractProperties properties, Instant receivedAt) {
    WorkingDelay working = WorkingDelay.of(properties);
    if (working != null) {
      return new Due.At(working.after(receivedAt, properties, calendars));
    }
    Object delay = properties.value(WireContract.DELAY);
    return delay == null ? null : new Due.After(DueTimes.delay(delay, receivedAt));
  }

  private static IfExists ifExists(ContractProperties properties) {
    String value = properties.text(WireContract.IF_EXISTS);
    if (value == null) {
      return IfExists.REPLACE;
    }
    return switch (value) {
      case WireContract.IF_EXISTS_REPLACE -> IfExists.REPLACE;
      case WireContract.IF_EXISTS_UPDATE -> IfExists.UPDATE;
      case WireContract.IF_EXISTS_KEEP -> IfExists.KEEP;
      case WireContract.IF_EXISTS_REJECT -> IfExists.REJECT;
      default -> throw IF_EXISTS_UNKNOWN.because(value);
    };
  }

  private static int priority(ContractProperties properties) {
    String value = properties.text(WireContract.PRIORITY);
    if (value == null) {
      return DEFAULT_PRIORITY;
    }
    if (!value.matches("[0-9]")) {
      throw PRIORITY_UNKNOWN.because(value);
    }
    return Integer.parseInt(value);
  }

  private static @Nullable Instant expiresAt(
      ContractProperties properties, Due due, Instant receivedAt) {
    Object value = properties.value(WireContract.EXPIRES_AT);
    if (value == null) {
      return null;
    }
    Instant expiresAt = DueTimes.moment(WireContract.EXPIRES_AT, value);
    Instant earliest = earliest(due, receivedAt);
    if (!expiresAt.isAfter(earliest)) {
      throw EXPIRES_BEFORE_DUE.because(value, earliest);
    }
    return expiresAt;
  }

  private static Instant earliest(Due due, Instant receivedAt) {
    if (due instanceof Due.After after) {
      return receivedAt.plus(after.delay());
    }
    Instant dueAt =
        due instanceof Due.Recurring recurring ? recurring.first() : ((Due.At) due).moment();
    return dueAt.isAfter(receivedAt) ? dueAt : receivedAt;
  }

  private Envelope envelope(ContractProperties properties, Body body) {
    return new Envelope(
        body,
        UserProperties.of(properties.all(), limits),
        CarriedProperties.of(properties),
        properties.name(WireContract.GROUP),
        priority(properties));
  }

  private static @Nullable String textOf(ContractProperties properties, String name) {
    Object value = properties.value(name);
    return value == null
        ? null
        : StorableText.shown(value.toString(), WireContract.MAX_TEXT_LENGTH);
  }
}
