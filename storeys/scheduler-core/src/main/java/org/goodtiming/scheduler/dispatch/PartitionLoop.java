package org.goodtiming.scheduler.dispatch;

import java.lang.System.Logger;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.goodtiming.scheduler.background.LeaderTasks;
import org.goodtiming.scheduler.dispatch.DispatchEvent.PartitionLed;
import org.goodtiming.scheduler.lease.LeaseKeeper;
import org.goodtiming.scheduler.lease.Term;
import org.goodtiming.scheduler.sql.StoreException;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.goodtiming.scheduler.telemetry.Failures;

/**
 * Leads one partition while this node holds its lease, on its own thread, so that no partition
 * waits for another.
 */
final class PartitionLoop {

  private static final Logger LOG = System.getLogger(PartitionLoop.class.getName());

  private final LeaseKeeper keeper;
  private final Dispatcher dispatcher;
  private final DispatchNode node;
  private final LeaderTasks tasks;
  private final FailureLog failures;
  private final AtomicBoolean running = new AtomicBoolean();
  private boolean schemaFits;
  private boolean leads;
  private boolean runsTasks;

  PartitionLoop(LeaseKeeper keeper, Dispatcher dispatcher, DispatchNode node, LeaderTasks tasks) {
    this.keeper = keeper;
    this.dispatcher = dispatcher;
    this.node = node;
    this.tasks = tasks;
    this.failures = new FailureLog(LOG, node.servers()::explain);
    node.events().tell(new PartitionLed(keeper.partition(), false));
    failed("no tick yet");
  }

  /** Tries to lead, unless the loop still leads since an earlier tick. */
  void tick(Executor threads) {
    if (running.compareAndSet(false, true)) {
      boolean accepted = false;
      try {
        threads.execute(this::run);
        accepted = true;
      } finally {
        // Otherwise no later tick would try again
        if (!accepted) {
          running.set(false);
        }
      }
    }
  }

  void failed(String reason) {
    node.health().failed(keeper.partition(), reason);
  }

  private void run() {
    try {
      inOneRun(this::checkSchema);
      if (schemaFits && node.mayLead()) {
        lead();
      }
      if (schemaFits) {
        ticked();
      }
    } catch (SQLException | RuntimeException | LinkageError e) {
      // The loop must survive: the next tick tries again.
      failed(Failures.text(e));
      failures.failed(DispatchLog.tickFailed(keeper.partition()), e);
    } finally {
      running.set(false);
    }
  }

  private void inOneRun(Runnable work) {
    node.threads().runs().execute(work);
  }

  private void checkSchema() {
    try {
      Optional<String> problem = node.schema().problem();
      schemaFits = problem.isEmpty();
      problem.ifPresent(this::failed);
    } catch (SQLException e) {
      throw new StoreException("read the version of the schema", e);
    }
  }

  private void ticked() {
    node.health().ticked(keeper.partition());
  }

  /**
   * Works and renews the lease, interval by interval, until this node may not lead any more. If it
   * ended after each interval, jobs would wait for the next tick whenever a renewal takes long.
   */
  private void lead() throws SQLException {
    try (Term term = keeper.open()) {
      while (mayRenew() && term.renew()) {
        tell(true);
        dispatcher.signal().setAlone(term.isAlone());
        runTasks(term.leadsFirstPartition());
        inOneRun(() -> dispatch(term));
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        ticked();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      dispatcher.signal().setAlone(false);
      runTasks(false);
      tell(false);
    }
    if (!node.mayLead()) {
      keeper.giveUp();
    }
  }

  private void dispatch(Term term) {
    try {
      dispatcher.run(term, Deadline.in(node.config().timer().interval()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Without this node's renewals another node takes over, which may reach the servers. */
  private boolean mayRenew() {
    return node.servers().allAnswer() && node.mayLead();
  }

  private void tell(boolean nowLeads) {
    if (leads != nowLeads) {
      leads = nowLeads;
      node.events().tell(new PartitionLed(keeper.partition(), nowLeads));
    }
  }

  /** Another loop of this node may have started or stopped them, so each interval starts them. */
  private void runTasks(boolean run) {
    if (run) {
      tasks.start();
    } else if (runsTasks) {
      tasks.stop();
    }
    runsTasks = run;
  }
}
