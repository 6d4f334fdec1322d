package org.goodtiming.scheduler.operations;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.RunCancels;
import org.goodtiming.scheduler.execution.history.ExecutionResults;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.execution.Rerun;
import org.goodtiming.scheduler.operations.execution.Reruns;
import org.goodtiming.scheduler.operations.execution.RunCancel;
import org.goodtiming.scheduler.operations.job.JobBefore;
import org.goodtiming.scheduler.operations.job.JobCancels;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.JobHolds;
import org.goodtiming.scheduler.operations.job.JobSettingChanges;
import org.goodtiming.scheduler.registration.DirectRegistrations;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Registers, changes and cancels jobs, each in its own transaction, which is committed on return.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class JobTransactions {

  private @Inject DirectRegistrations registrations;
  private @Inject JobChanges changes;
  private @Inject JobSettingChanges settings;
  private @Inject JobHolds holds;
  private @Inject JobCancels jobCancels;
  private @Inject RunCancels cancels;
  private @Inject Reruns reruns;
  private @Inject ExecutionResults results;
  private @Inject Audit audit;
  private @Inject DueSignal dueSignal;
  private @Inject Events events;
  private @Resource TransactionSynchronizationRegistry transactions;

  /** Registers the job that the JSON object describes; joins a transaction if there is one. */
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public Receipt schedule(String login, String json) {
    JobBefore before = new JobBefore(changes);
    return registered(login, registrations.schedule(login, json, before), before);
  }

  /** Registers a job whose key is known, if the waiting one meets the condition. */
  public Receipt schedule(
      String login, String queue, String jobId, Condition condition, String json) {
    condition.check(changes, queue, jobId);
    JobBefore before = new JobBefore(changes);
    return registered(login, registrations.schedule(login, queue, jobId, json, before), before);
  }

  /** Why the job would not be registered, whatever waits; empty if it would be. */
  public Optional<Receipt> refusal(String login, String json) {
    return registrations.refusal(login, json);
  }

  /** Cancels the waiting job. */
  public Receipt cancel(String login, String queue, String jobId, Condition condition) {
    condition.check(changes, queue, jobId);
    return jobCancels.cancel(login, queue, jobId);
  }

  /** Why the login may not cancel the job; empty if it may. */
  public Optional<Receipt> refusalOfCancel(String login, JobKey key) {
    return registrations.refusal(login, key);
  }

  /** Cancels a tracked run: removes the job if it waits, and else asks its worker to stop. */
  public RunCancel cancelRun(String login, JobKey key, UUID fireId) {
    Optional<JobKey> waiting = changes.waitingKey(key, fireId);
    if (waiting.isPresent()) {
      JobKey found = waiting.get();
      return RunCancel.ofWaiting(jobCancels.cancel(login, found.queue(), found.jobId()).status());
    }
    RunCancel cancel = cancels.request(fireId, login).map(RunCancel::of).orElse(RunCancel.UNKNOWN);
    if (cancel == RunCancel.REQUESTED) {
      audit.note(login, "cancel run", key + " " + fireId, null, "{\"cancelRequested\":true}");
    }
    return cancel;
  }

  /** Runs an ended run again; joins a transaction if there is one. */
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public Rerun runAgain(String login, UUID fireId) {
    return reruns.runAgain(login, fireId);
  }

  /** Deletes the result of a run. False if there is none, or it has expired. */
  public boolean deleteResult(String login, UUID fireId) {
    boolean deleted = results.delete(fireId);
    if (deleted) {
      audit.note(login, "delete result", fireId.toString(), "{\"result\":true}", null);
    }
    return deleted;
  }

  /** Makes the waiting job due at once; of a schedule, it adds a run. */
  public JobChanges.RunNow runNow(String login, JobKey key, Condition condition) {
    condition.check(changes, key.queue(), key.jobId());
    dueSignal.afterCommit(Instant.EPOCH);
    return changes.runNow(login, key);
  }

  /** Changes when the waiting job is due. */
  public JobChanges.Outcome reschedule(
      String login, JobKey key, Condition condition, Instant dueAt) {
    condition.check(changes, key.queue(), key.jobId());
    dueSignal.afterCommit(dueAt);
    return changes.reschedule(login, key, dueAt);
  }

  /**
   * Changes the retry policy of the waiting job, or the limit of its run.
   *
   * @param wanted empty: what its worker queue says shall apply
   */
  public JobChanges.Outcome set(
      String login, JobKey key, Condition condition, Map<JobProperty, Optional<String>> wanted) {
    condition.check(changes, key.queue(), key.jobId());
    return settings.set(login, key, wanted);
  }

  /** Keeps the waiting job from dispatch until it is released. */
  public JobChanges.Outcome hold(String login, JobKey key, Condition condition) {
    condition.check(changes, key.queue(), key.jobId());
    return holds.hold(login, key);
  }

  /** Lets a held job be dispatched when it is due. */
  public JobChanges.Outcome release(String login, JobKey key, Condition condition) {
    condition.check(changes, key.queue(), key.jobId());
    dueSignal.afterCommit(Instant.EPOCH);
    return holds.release(login, key);
  }

  private Receipt registered(String login, Receipt receipt, JobBefore before) {
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
