package org.goodtiming.scheduler.targets;

import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.sql.StoreException;

/** Posts the jobs of worker queues with a target, each in a transaction of its own. */
@Singleton
final class TargetCalls implements NodeTask {

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final String UNREADABLE =
      "SCHED-0724 could not read which worker queues have a target; next try in 1 s";

  private final TargetStore store;
  private final TargetMessages messages;
  private final TargetCall call;
  private final NewTransaction transaction;
  private final ThreadFactory threads;

  @Inject
  TargetCalls(
      TargetStore store,
      TargetMessages messages,
      TargetCall call,
      NewTransaction transaction,
      @Named("threads") ThreadFactory threads) {
    this.store = store;
    this.messages = messages;
    this.call = call;
    this.transaction = transaction;
    this.threads = threads;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription("target calls", INTERVAL, UNREADABLE);
  }

  @Override
  public String condition() {
    return "EXISTS (SELECT FROM scheduler.worker_queue WHERE " + TargetStore.HAS_TARGET + ")";
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return !duties.isDrained();
  }

  /** Serves the targets until there is none, or the servers do not answer. */
  @Override
  public void run(Repetition repetition) {
    List<Target> targets = store.all();
    if (targets.isEmpty()) {
      return;
    }
    try (TargetLanes lanes = new TargetLanes(threads, this::callNext, repetition::failed)) {
      while (!targets.isEmpty() && repetition.goesOn()) {
        lanes.serve(targets);
        Thread.sleep(INTERVAL.toMillis());
        targets = current(targets, repetition);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Calls go on while the database does not tell the targets. */
  private List<Target> current(List<Target> before, Repetition repetition) {
    try {
      return store.all();
    } catch (StoreException e) {
      repetition.failed(UNREADABLE, e);
      return before;
    }
  }

  private boolean callNext(String queue, Duration patience, Supplier<Target> target) {
    return transaction.call(
        () -> messages.next(queue, patience, job -> call.of(target.get(), job)));
  }
}
