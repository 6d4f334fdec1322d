package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.AFTER_ITSELF;
import static org.goodtiming.scheduler.contract.Refusal.AFTER_RECURRING;
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

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.contract.Mistakes.Part;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.IfExists;
import org.goodtiming.scheduler.job.JobDefinitions;
import org.goodtiming.scheduler.job.JobParents;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.StorableText;
import org.jspecify.annotations.Nullable;

/** Reads registrations by the wire contract, version 1. */
@Singleton
public final class RegistrationParser {

  private static final int DEFAULT_PRIORITY = 4;

  private final RegistrationConfig limits;
  private final DueReader dues;
  private final JobDefinitions definitions;
  private final BulkParser bulk;

  @Inject
  public RegistrationParser(RegistrationConfig limits, DueReader dues, JobDefinitions definitions) {
    this.limits = limits;
    this.dues = dues;
    this.definitions = definitions;
    this.bulk = new BulkParser(limits, this);
  }

  /** A parser for one transaction, in which each definition is read once. */
  public RegistrationParser reading() {
    return new RegistrationParser(limits, dues, definitions.reading());
  }

  /**
   * @param receivedAt by the database's clock; the send time if the protocol has none
   */
  public Intent parse(ReceivedMessage message, Instant receivedAt) {
    Submission submission = Submission.of(message, receivedAt);
    return parse(message, properties -> intent(message, properties, submission));
  }

  /**
   * Reads one line of a message with many jobs.
   *
   * @param message whose body is the line
   * @param number of the line in the message as it was sent, from 1
   */
  public Intent parseLine(ReceivedMessage message, int number, Instant receivedAt) {
    Submission submission = Submission.of(message, receivedAt);
    return parse(message, properties -> bulk.parseLine(message, number, submission));
  }

  private static Intent parse(
      ReceivedMessage message, Function<ContractProperties, Intent> reading) {
    ContractProperties properties = new ContractProperties(message.properties());
    try {
      checkReplyTo(message.origin().sender().replyTo());
      ContractNames.check(message.properties());
      checkVersion(properties);
      return reading.apply(properties);
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
    JobLine line = JobLine.ofRequest(message.properties());
    return parse(
        line,
        Objects.requireNonNull(message.text()),
        Submission.of(message, allowList.now()),
        job -> new AllowListRules(allowList).check(job, line.mistakes()));
  }

  /**
   * Reads a JSON object with the fields of a job, and tells all that is wrong, so that its sender
   * can mend it at once.
   *
   * @param rules note what else is wrong with a job that is refused
   */
  Intent parse(JobLine line, String text, Submission submission, Consumer<DefinedJob> rules) {
    try {
      line.read(text);
    } catch (RuntimeException | StackOverflowError e) {
      return refused(RefusedException.of(e), line.properties());
    }
    Mistakes found = line.mistakes();
    found.check(() -> checkLength(line.body().bytes().length));
    DefinedJob job = defined(line.properties(), line.body(), found);
    try {
      return schedule(submission, job, found);
    } catch (RuntimeException | StackOverflowError e) {
      RefusedException first = RefusedException.of(e);
      rules.accept(job);
      return refused(first, line.properties()).with(found.all());
    }
  }

  /** Applies the definition to a job; leaves the job unchanged if the definition cannot be read. */
  private DefinedJob defined(ContractProperties own, Body body, Mistakes found) {
    try {
      return DefinedJob.of(own, body, definitions);
    } catch (RuntimeException | StackOverflowError e) {
      found.add(RefusedException.of(e));
      found.partlyRead();
      return new DefinedJob(own, body, null);
    }
  }

  private Intent intent(
      ReceivedMessage message, ContractProperties properties, Submission submission) {
    String op =
        Objects.requireNonNullElse(properties.text(WireContract.OP), WireContract.OP_SCHEDULE);
    return switch (op) {
      case WireContract.OP_SCHEDULE -> schedule(submission, properties, message);
      case WireContract.OP_SCHEDULE_ALL -> bulk.parse(message, submission);
      case WireContract.OP_CANCEL ->
          new Intent.Cancel(JobKeys.toCancel(properties), submission.sentAt());
      case WireContract.OP_BATCH -> new Intent.Batch(BatchChanges.of(properties));
      case WireContract.OP_CHECK ->
          new Intent.Check(schedule(submission, properties, message).job());
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

  private Intent.Schedule schedule(
      Submission submission, ContractProperties own, ReceivedMessage message) {
    DefinedJob job = DefinedJob.of(own, body(message), definitions);
    return schedule(submission, job, new Mistakes());
  }

  /**
   * Reads each part of a job.
   *
   * @throws RefusedException for the first mistake; {@code found} has all
   */
  private Intent.Schedule schedule(Submission submission, DefinedJob job, Mistakes found) {
    ContractProperties properties = job.properties();
    String messageId = submission.messageId();
    Part<String> queue = found.part(() -> JobKeys.queue(properties));
    Part<String> jobId = found.part(() -> JobKeys.jobId(properties, messageId));
    Part<Due> due = due(properties, submission, found);
    Due readDue = due.or(new Due.After(Duration.ZERO));
    Part<IfExists> ifExists = found.part(() -> ifExists(properties));
    Part<Instant> sentAt = found.part(() -> sentAt(properties, submission));
    Part<Instant> expiresAt =
        found.part(() -> expiresAt(properties, readDue, submission.receivedAt()));
    Part<Boolean> tracked = found.part(() -> tracked(properties, readDue));
    Part<Envelope> envelope = envelope(properties, job.body(), found);
    found.check(() -> checkParents(envelope.get(), queue.get(), jobId.get(), properties));
    found.check(() -> BatchChanges.checkMember(properties));
    found.end();
    return new Intent.Schedule(
        new NewJob(
            new JobKey(queue.get(), jobId.get()),
            due.get(),
            ifExists.get(),
            sentAt.get(),
            submission.login(),
            messageId == null ? null : StorableText.mended(messageId),
            expiresAt.get(),
            tracked.get(),
            envelope.get(),
            job.definition(),
            false,
            false));
  }

  /** Cancels count from the moment that the registration names, if it is earlier. */
  private static Instant sentAt(ContractProperties properties, Submission submission) {
    Instant since = properties.moment(WireContract.SINCE);
    return since != null && since.isBefore(submission.sentAt()) ? since : submission.sentAt();
  }

  private static void checkParents(
      Envelope envelope, String queue, String jobId, ContractProperties properties) {
    Object after = envelope.carried().get(JobProperty.AFTER);
    if (after == null) {
      return;
    }
    JobKey itself = new JobKey(queue, jobId);
    if (properties.has(WireContract.RECURRENCE)) {
      throw AFTER_RECURRING.because(itself);
    }
    if (JobParents.read(after.toString()).contains(itself)) {
      throw AFTER_ITSELF.because(itself);
    }
  }

  /** The scheduler knows the end of a run only if the run is tracked. */
  private static @Nullable Boolean tracked(ContractProperties properties, Due due) {
    return due instanceof Due.Recurring recurring && recurring.needsEnds()
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

  private void checkLength(long bodyBytes) {
    if (bodyBytes > limits.maxBodyBytes()) {
      throw BODY_TOO_LARGE.because(bodyBytes, limits.maxBodyBytes());
    }
  }

  private Part<Due> due(ContractProperties properties, Submission submission, Mistakes found) {
    Part<Due> recurring = dues.recurring(properties, submission.plannedFrom(), found);
    found.check(() -> refuseTwice(properties));
    Part<Instant> dueAt = found.part(() -> properties.moment(WireContract.DUE_AT));
    Part<Due> delay = delay(properties, submission.receivedAt(), found);
    return found.part(
        () -> {
          Due due = due(recurring.get(), dueAt.get(), delay.get());
          return due == null ? dueWithoutTime(properties) : due;
        });
  }

  private static @Nullable Due due(
      @Nullable Due recurring, @Nullable Instant dueAt, @Nullable Due delay) {
    Due once = dueAt == null ? delay : new Due.At(dueAt);
    return recurring == null ? once : recurring;
  }

  /** A job after others is due at their end. */
  private static Due dueWithoutTime(ContractProperties properties) {
    if (!JobParents.areNamed(properties::has)) {
      throw DUE_MISSING.because();
    }
    return new Due.After(Duration.ZERO);
  }

  private static void refuseTwice(ContractProperties properties) {
    Object dueAt = properties.value(WireContract.DUE_AT);
    Object delay = properties.value(WireContract.DELAY);
    if (dueAt != null && delay != null && !properties.has(WireContract.RECURRENCE)) {
      throw DUE_TWICE.because(dueAt, delay);
    }
  }

  /** Null if the job has none. */
  private Part<Due> delay(ContractProperties properties, Instant receivedAt, Mistakes found) {
    Object delay = properties.value(WireContract.DELAY);
    if (delay != null && !DueTimes.isDuration(delay)) {
      return dues.workingDelay(properties, receivedAt, found);
    }
    return found.part(
        () -> delay == null ? null : new Due.After(DueTimes.delay(delay, receivedAt)));
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
    Instant expiresAt = properties.moment(WireContract.EXPIRES_AT);
    if (expiresAt == null || properties.has(WireContract.RECURRENCE)) {
      return expiresAt;
    }
    Instant earliest = earliest(due, receivedAt);
    if (!expiresAt.isAfter(earliest)) {
      throw EXPIRES_BEFORE_DUE.because(properties.shown(WireContract.EXPIRES_AT), earliest);
    }
    return expiresAt;
  }

  private static Instant earliest(Due due, Instant receivedAt) {
    if (due instanceof Due.After after) {
      return receivedAt.plus(after.delay());
    }
    Instant dueAt = ((Due.At) due).moment();
    return dueAt.isAfter(receivedAt) ? dueAt : receivedAt;
  }

  private Part<Envelope> envelope(ContractProperties properties, Body body, Mistakes found) {
    Map<String, Object> own = UserProperties.of(properties.all(), limits, found);
    Map<JobProperty, Object> carried = CarriedProperties.of(properties, found);
    Part<String> group = found.part(() -> properties.name(WireContract.GROUP));
    Part<Integer> priority = found.part(() -> priority(properties));
    return found.part(() -> new Envelope(body, own, carried, group.get(), priority.get()));
  }

  private static @Nullable String textOf(ContractProperties properties, String name) {
    Object value = properties.value(name);
    return value == null
        ? null
        : StorableText.shown(value.toString(), WireContract.MAX_TEXT_LENGTH);
  }
}
