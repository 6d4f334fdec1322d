package org.goodtiming.scheduler.operations;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.history.ExecutionResults;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.execution.Rerun;
import org.goodtiming.scheduler.operations.execution.Reruns;
import org.goodtiming.scheduler.operations.execution.RunCancel;
import org.goodtiming.scheduler.operations.execution.RunCancellation;
import org.goodtiming.scheduler.operations.job.JobBefore;
import org.goodtiming.scheduler.operations.job.JobCancels;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.JobHolds;
import org.goodtiming.scheduler.operations.job.JobSettingChanges;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.registration.direct.DirectRegistrations;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Registers, changes and cancels jobs, each in its own transaction, which is committed on return.
 */
@Singleton
public record JobTransactions(
    NewTransaction transaction,
    DirectRegistrations registrations,
    JobChanges changes,
    JobSettingChanges settings,
    JobHolds holds,
    JobCancels jobCancels,
    RunCancellation runCancels,
    Reruns reruns,
    ExecutionResults results,
    Audit audit,
    DueSignal dueSignal,
    Events events,
    TransactionSynchronizationRegistry transactions) {

  private static final JsonProvider JSON = JsonProvider.provider();

  @Inject
  public JobTransactions {}

  /** Registers the job that the JSON object describes; joins a transaction if there is one. */
  public Receipt schedule(String login, String json) {
    return transaction.join(
        () -> registered(login, before -> registrations.schedule(login, json, before)));
  }

  /** Registers a job whose key is known, if the waiting one meets the condition. */
  public Receipt schedule(
      String login, String queue, String jobId, Condition condition, String json) {
    return change(
        condition,
        queue,
        jobId,
        () ->
            registered(login, before -> registrations.schedule(login, queue, jobId, json, before)));
  }

  /** Opens or closes a job batch. */
  public Receipt changeBatch(String login, String batch, Map<String, Object> values) {
    return transaction.call(
        () -> {
          Receipt receipt = registrations.change(login, batch, values);
          if (receipt.code() == null) {
            audit.note(login, "change job batch", batch, null, describe(values));
          }
          AfterCompletion.afterCommit(transactions, () -> receipt.tell(events));
          return receipt;
        });
  }

  private static String describe(Map<String, Object> values) {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    values.forEach((name, value) -> json.add(name, value.toString()));
    return json.build().toString();
  }

  /** Why the job would not be registered, whatever waits; empty if it would be. */
  public Optional<Receipt> refusal(String login, String json) {
    return transaction.call(() -> registrations.refusal(login, json));
  }

  /** Cancels the waiting job; of a schedule, it ends the schedule. */
  public JobCancels.Cancel cancel(String login, String queue, String jobId, Condition condition) {
    return change(condition, queue, jobId, () -> jobCancels.cancel(login, queue, jobId));
  }

  /** The same; empty if the job is the next run of a schedule, which goes on. */
  public Optional<JobCancels.Cancel> cancelUnlessRecurs(
      String login, JobKey key, Condition condition) {
    return change(condition, key, () -> jobCancels.cancelUnlessRecurs(login, key));
  }

  /** Why the login may not cancel the job; empty if it may. */
  public Optional<Receipt> refusalOfCancel(String login, JobKey key) {
    return transaction.call(() -> registrations.refusal(login, key));
  }

  /** Cancels a tracked run: removes the job if it waits, and else asks its worker to stop. */
  public RunCancel cancelRun(String login, JobKey key, UUID fireId) {
    return transaction.call(() -> runCancels.cancel(login, key, fireId));
  }

  /** Runs an ended run again; joins a transaction if there is one. */
  public Rerun runAgain(String login, UUID fireId) {
    return transaction.join(() -> reruns.runAgain(login, fireId));
  }

  /** Deletes the result of a run. False if there is none, or it has expired. */
  public boolean deleteResult(String login, UUID fireId) {
    return transaction.call(
        () -> {
          boolean deleted = results.delete(fireId);
          if (deleted) {
            audit.note(login, "delete result", fireId.toString(), "{\"result\":true}", null);
          }
          return deleted;
        });
  }

  /** Makes the waiting job due at once; of a schedule, it adds a run. */
  public JobChanges.RunNow runNow(String login, JobKey key, Condition condition) {
    return change(condition, key, dueSignal.with(Instant.EPOCH, () -> changes.runNow(login, key)));
  }

  /** Changes when the waiting job is due. */
  public JobChanges.Outcome reschedule(String login, JobKey key, Condition condition, Move move) {
    return change(
        condition,
        key,
        dueSignal.with(move.earliest(), () -> changes.reschedule(login, key, move)));
  }

  /**
   * Changes the retry policy of the waiting job, or the limit of its run.
   *
   * @param wanted empty: what its worker queue says shall apply
   */
  public JobChanges.Outcome set(
      String login, JobKey key, Condition condition, Map<JobProperty, Optional<String>> wanted) {
    return change(condition, key, () -> settings.set(login, key, wanted));
  }

  /** Keeps the waiting job from dispatch until it is released. */
  public JobChanges.Outcome hold(String login, JobKey key, Condition condition) {
    return change(condition, key, () -> holds.hold(login, key));
  }

  /** Lets a held job be dispatched when it is due. */
  public JobChanges.Outcome release(String login, JobKey key, Condition condition) {
    return change(condition, key, dueSignal.with(Instant.EPOCH, () -> holds.release(login, key)));
  }

  private <T> T change(Condition condition, JobKey key, Supplier<T> change) {
    return change(condition, key.queue(), key.jobId(), change);
  }

  private <T> T change(Condition condition, String queue, String jobId, Supplier<T> change) {
    return transaction.call(
        () -> {
          condition.check(changes, queue, jobId);
          return change.get();
        });
  }

  private Receipt registered(String login, Function<JobBefore, Receipt> schedule) {
    JobBefore before = new JobBefore(changes);
    Receipt receipt = schedule.apply(before);
    Instant dueAt = receipt.firstNews();
    JobKey key = receipt.key();
    if (dueAt != null && key != null) {
      audit.note(
          login, "register job", key.toString(), before.description(), changes.describe(key));
      dueSignal.afterCommit(dueAt);
    }
    AfterCompletion.afterCommit(transactions, () -> receipt.tell(events));
    return receipt;
  }
}
