package org.goodtiming.scheduler.contract;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.DefinitionUse;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.JobParents;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.SchemaOwner;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.schema.InputSchema;
import org.jspecify.annotations.Nullable;

/** The rules of the contract on a job and the existing worker queues. */
public record AllowListRules(AllowList allowList) {

  /** The intent for worker queues that are on the allow-list, or why it is refused. */
  public Intent apply(Intent intent) {
    if (intent instanceof Intent.Schedule schedule) {
      return apply(schedule.job());
    }
    if (intent instanceof Intent.Check check) {
      Intent checked = apply(check.job());
      return checked instanceof Intent.Refused ? checked : check;
    }
    JobKey key = intent.key();
    return key == null || allowList.has(key.queue())
        ? intent
        : Intent.Refused.of(Refusal.QUEUE_UNKNOWN, key, key.queue());
  }

  private Intent apply(NewJob job) {
    Object replyTo = job.envelope().carried().get(JobProperty.REPLY_TO);
    List<Intent.Refused> refusals =
        Stream.concat(
                refusals(job.key(), replyTo, job.definition(), job.envelope().body()),
                parentsElsewhere(job))
            .toList();
    return refusals.isEmpty()
        ? asItsQueueWants(job)
        : refusals.get(0).with(refusals.stream().map(Intent.Refused::first).toList());
  }

  /** Notes further mistakes of a job that is refused anyway. */
  void check(DefinedJob job, Mistakes found) {
    String queue = name(WireContract.QUEUE, job);
    if (queue != null) {
      JobKey key = new JobKey(queue, "of a job that is not read");
      refusals(key, name(WireContract.REPLY_TO, job), job.definition(), job.body())
          .forEach(refusal -> found.add(refusal.first()));
    }
  }

  /** Null if it is absent or no name, which another rule refuses. */
  private static @Nullable String name(String property, DefinedJob job) {
    String name = String.valueOf(job.properties().value(property));
    return job.properties().has(property) && StorableText.isName(name) ? name : null;
  }

  private Stream<Intent.Refused> refusals(
      JobKey key, @Nullable Object replyTo, @Nullable DefinitionUse definition, Body body) {
    Stream<Intent.Refused> unknown =
        Stream.of(key.queue())
            .filter(queue -> !allowList.has(queue))
            .map(queue -> Intent.Refused.of(Refusal.QUEUE_UNKNOWN, key, queue));
    Stream<Intent.Refused> unknownReply =
        Stream.ofNullable(replyTo)
            .filter(queue -> !allowList.has(queue.toString()))
            .map(queue -> Intent.Refused.of(Refusal.REPLY_QUEUE_UNKNOWN, key, queue));
    Stream<Intent.Refused> mismatches =
        SchemaOwner.of(key.queue(), definition)
            .flatMap(owner -> mismatch(key, body, owner, allowList.schemas().get(owner)).stream());
    return Stream.concat(Stream.concat(unknown, unknownReply), mismatches);
  }

  private Stream<Intent.Refused> parentsElsewhere(NewJob job) {
    return JobParents.queues(job)
        .filter(queue -> !allowList.has(queue))
        .map(queue -> Intent.Refused.of(Refusal.PARENT_QUEUE_UNKNOWN, job.key(), queue));
  }

  /** Why the payload does not match the schema, which is null if there is none. */
  static Optional<Intent.Refused> mismatch(
      JobKey key, Body body, SchemaOwner owner, @Nullable InputSchema schema) {
    return Optional.ofNullable(schema)
        .flatMap(each -> each.fault(body.asText()))
        .map(fault -> Intent.Refused.of(fault, owner, key));
  }

  private Intent asItsQueueWants(NewJob job) {
    String queue = job.key().queue();
    NewJob tracked = job.trackedUnlessSaid(allowList.tracked().contains(queue));
    NewJob wanted = allowList.keyed().contains(queue) ? tracked.toBeKeyed() : tracked;
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
