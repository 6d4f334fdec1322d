package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.sql.InlineTransactions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a batch is sent that overlaps the previous one: its claim is real. */
class BatchOrderIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final List<ClaimedJob> sent = new CopyOnWriteArrayList<>();
  private final Batch first = new Batch(new BatchQuota(Map.of("a", 1), ClaimCursor.NONE));
  private final Batch second = afterClaimOf(first);

  @BeforeEach
  void one_due_job() {
    database.clear();
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(job("a", "due").build()));
  }

  @Test
  void in_one_phase_a_batch_is_sent_once_the_previous_one_has_ended() {
    startSecond(true);
    assertThat(sent).isEmpty();
    endFirst();
    assertThat(second.rows()).isEqualTo(1);
    assertThat(sent).hasSize(1);
  }

  @Test
  void in_one_transaction_a_batch_is_sent_while_the_previous_one_commits() {
    startSecond(false);
    assertThat(sent).hasSize(1);
    endFirst();
    assertThat(second.rows()).isEqualTo(1);
  }

  private static Batch afterClaimOf(Batch first) {
    first.claimed(new Claim(Map.of(), List.of(), ClaimCursor.NONE));
    return first.next(first.quota());
  }

  /** Returns when the second batch waits for the first. */
  private void startSecond(boolean onePhase) {
    DispatchTransactions dispatch = transactions(onePhase);
    Lease lease = new Lease("default", "node-1", 0);
    Thread[] thread = new Thread[1];
    second.start(
        task -> {
          thread[0] = new Thread(task);
          thread[0].start();
        },
        () -> dispatch.batch(lease, second));
    second.claim();
    await().until(() -> thread[0].getState() == Thread.State.WAITING || !thread[0].isAlive());
  }

  private void endFirst() {
    first.start(Runnable::run, () -> second.claim());
  }

  private DispatchTransactions transactions(boolean onePhase) {
    Map<String, String> settings =
        Map.of("scheduler.node.name", "node-1", "scheduler.dispatch.one-phase", "" + onePhase);
    return new DispatchTransactions(
        new InlineTransactions(),
        new DueJobs(database.xa(), database.executions(), database.schedules()),
        null,
        new Sender(),
        null,
        new EarlyDispatch(Duration.ZERO),
        null,
        SchedulerConfig.from(name -> Optional.ofNullable(settings.get(name))),
        JobTracing.OFF);
  }

  private final class Sender extends JobSender {
    @Override
    void send(List<ClaimedJob> jobs, Canaries canaries, long epoch, boolean withDatabase) {
      sent.addAll(jobs);
    }
  }
}
