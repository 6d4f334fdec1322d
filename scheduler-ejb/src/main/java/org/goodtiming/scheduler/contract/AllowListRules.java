package org.goodtiming.scheduler.contract;

import java.util.Optional;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.SchemaOwner;
import org.goodtiming.scheduler.schema.InputSchema;
import org.jspecify.annotations.Nullable;

/** The rules of the contract on a job and the existing worker queues. */
public record AllowListRules(AllowList allowList) {

  /** The intent for worker queues that are on the allow-list, or why it is refused. */
  public Intent apply(Intent intent) {
    JobKey key = intent.key();
    if (key != null && !allowList.has(key.queue())) {
      return Intent.Refused.of(Refusal.QUEUE_UNKNOWN, key, key.queue());
    }
    if (intent instanceof Intent.Check check) {
      Intent checked = apply(new Intent.Schedule(check.job()));
      return checked instanceof Intent.Refused ? checked : check;
    }
    if (intent instanceof Intent.Refused refused) {
      return withUnknownQueue(refused);
    }
    return intent instanceof Intent.Schedule schedule ? withKnownReplyQueue(schedule) : intent;
  }

  private Intent withUnknownQueue(Intent.Refused refused) {
    String queue = refused.queue();
    if (queue == null || queue.isBlank() || allowList.has(queue)) {
      return refused;
    }
    return refused.with(
        Stream.concat(
                refused.others().stream(),
                Stream.of(Refusal.QUEUE_UNKNOWN.because(queue).mistake()))
            .toList());
  }

  private Intent withKnownReplyQueue(Intent.Schedule schedule) {
    Object replyTo = schedule.job().envelope().carried().get(JobProperty.REPLY_TO);
    return replyTo == null || allowList.has(replyTo.toString())
        ? matching(schedule.job())
        : Intent.Refused.of(Refusal.REPLY_QUEUE_UNKNOWN, schedule.key(), replyTo);
  }

  private Intent matching(NewJob job) {
    return SchemaOwner.of(job)
        .flatMap(owner -> mismatch(job, owner, allowList.schemas().get(owner)).stream())
        .findFirst()
        .orElseGet(() -> asItsQueueWants(job));
  }

  /** Why the payload does not match the schema, which is null if there is none. */
  static Optional<Intent> mismatch(NewJob job, SchemaOwner owner, @Nullable InputSchema schema) {
    return Optional.ofNullable(schema)
        .flatMap(each -> each.fault(job.envelope().body().asText()))
        .map(fault -> Intent.Refused.of(fault, owner, job.key()));
  }

  private Intent asItsQueueWants(NewJob job) {
    String queue = job.key().queue();
    NewJob wanted = job.trackedUnlessSaid(allowList.tracked().contains(queue));
    if (!allowList.encrypted().contains(queue)) {
      return new Intent.Schedule(wanted);
    }
    return isChangedByTheDatabase(job)
        ? Intent.Refused.of(Refusal.QUEUE_ENCRYPTED, job.key(), queue)
        : new Intent.Schedule(wanted.toBeEncrypted());
  }

  /** The database has no key, so it cannot put another payload into an encrypted job. */
  private static boolean isChangedByTheDatabase(NewJob job) {
    return job.definition() != null
        || job.due() instanceof Due.Recurring recurring && recurring.overlap().stateful();
  }

  /** The refusal of a job that must not replace a waiting job. */
  public static Intent.Refused alreadyWaiting(JobKey key) {
    return Intent.Refused.of(Refusal.ALREADY_WAITING, key, key);
  }
}
