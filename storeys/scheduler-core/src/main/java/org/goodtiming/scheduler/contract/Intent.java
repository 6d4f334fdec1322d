package org.goodtiming.scheduler.contract;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.queue.SchemaOwner;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.goodtiming.scheduler.schema.InputFault;
import org.jspecify.annotations.Nullable;

/** The intent of a registration, or why it is refused. */
public sealed interface Intent {

  /** The job that is scheduled or cancelled; null if there is none, or there are many. */
  default @Nullable JobKey key() {
    return null;
  }

  record Schedule(NewJob job) implements Intent {

    @Override
    public JobKey key() {
      return job.key();
    }
  }

  /** The question whether a job would be accepted. */
  record Check(NewJob job) implements Intent {

    @Override
    public JobKey key() {
      return job.key();
    }
  }

  /**
   * @param lines in order of arrival, none of them empty
   */
  record ScheduleAll(List<Line> lines) implements Intent {}

  /**
   * A line of a message with many jobs.
   *
   * @param number from 1, blank lines counted
   * @param text the line as received
   * @param intent to schedule a job, or refused
   */
  record Line(int number, String text, Intent intent) {}

  /**
   * @param sentAt when the intent was sent; the later intent wins
   */
  record Cancel(JobKey key, Instant sentAt) implements Intent {}

  /** Opens or closes a job batch. */
  record Batch(BatchChange change) implements Intent {}

  /**
   * @param reason the mistake, the value seen, and the remedy; storable
   * @param queue if the message contains it; storable, possibly truncated
   * @param jobId if the message contains it; storable, possibly truncated
   * @param pointer to the part of the payload that is wrong; null if another part is wrong
   * @param others the other mistakes; empty if there are none, or if the sender does not wait for
   *     the answer
   */
  record Refused(
      Refusal refusal,
      String reason,
      @Nullable String queue,
      @Nullable String jobId,
      @Nullable String pointer,
      List<Mistake> others)
      implements Intent {

    /** A refusal with a single mistake. */
    public Refused(Refusal refusal, String reason, @Nullable String queue, @Nullable String jobId) {
      this(refusal, reason, queue, jobId, null, List.of());
    }

    /** Refuses a job whose key is known. */
    public static Refused of(Refusal refusal, JobKey key, Object... seen) {
      return new Refused(refusal, refusal.reason(seen), key.queue(), key.jobId());
    }

    /** Refuses a job whose payload does not match a schema. */
    static Refused of(InputFault fault, SchemaOwner owner, JobKey key) {
      String reason = Refusal.BODY_MISMATCH.explained(owner, fault.pointer(), fault.reason());
      String pointer = StorableText.mended(fault.pointer());
      return new Refused(
          Refusal.BODY_MISMATCH, reason, key.queue(), key.jobId(), pointer, List.of());
    }

    /** The refusal that tells all of these, of which the first may be its own. */
    Refused with(List<Mistake> mistakes) {
      List<Mistake> rest = mistakes.stream().filter(each -> !each.equals(first())).toList();
      return new Refused(refusal, reason, queue, jobId, pointer, rest);
    }

    /** All mistakes that were found. */
    public List<Mistake> mistakes() {
      return Stream.concat(Stream.of(first()), others.stream()).toList();
    }

    /** The first mistake, without {@link #others}. */
    Mistake first() {
      return new Mistake(refusal.code(), reason, pointer);
    }

    /**
     * @param login of the registrant; null if the broker does not report it
     */
    public QuarantineReason reason(@Nullable String login) {
      return new QuarantineReason(
          QuarantineReason.Stage.REGISTRATION, refusal.code(), reason, queue, jobId, login);
    }
  }
}
