package org.goodtiming.scheduler.recovery;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.recovery.InDoubt.Coordinator;
import org.goodtiming.scheduler.recovery.InDoubt.Sighting;
import org.goodtiming.scheduler.recovery.InDoubtEvent.InDoubtCounted;
import org.goodtiming.scheduler.recovery.InDoubtEvent.PreparedByOthersCounted;
import org.goodtiming.scheduler.recovery.InDoubtEvent.StillInDoubt;
import org.goodtiming.scheduler.recovery.InDoubtStore.Glance;
import org.goodtiming.scheduler.recovery.Resolution.Action;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Finds transactions in doubt at broker and database, resolves those that the rules can decide, and
 * reports all.
 */
@Singleton
public record InDoubtWatch(PreparedTransactions prepared, Events events) implements LeaderTask {

  /** The interval between two checks; a due job of a dead node may wait for it. */
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private static final Duration ALARMING = Duration.ofMinutes(1);

  /** The database ends a session that is idle in a transaction sooner (sql/roles.sql). */
  private static final Duration KEEP_DECISIONS = Duration.ofMinutes(10);

  /**
   * @param events receives an event for each unresolved transaction
   */
  @Inject
  public InDoubtWatch {}

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "in-doubt-watch",
        INTERVAL,
        "SCHED-0604 could not check for transactions in doubt; next try in 2 s");
  }

  @Override
  public void run() {
    Glance glance = prepared.glance(KEEP_DECISIONS, ALARMING);
    events.tell(new InDoubtCounted(glance.foundWork() ? look() : 0));
    events.tell(new PreparedByOthersCounted(glance.preparedByOthers()));
  }

  /**
   * One check of both sides.
   *
   * @return how many transactions have been in doubt for longer than is normal
   */
  private int look() {
    int alarming = 0;
    DatabaseSessions sessions = prepared.sessions();
    Collection<Branches> inDoubt = prepared.find();
    for (Branches branches : inDoubt) {
      Sighting sighting = prepared.sight(branches, sessions);
      Resolution decision = prepared.settle(branches, sighting);
      if (decision.action() == Action.WAIT && sighting.age().compareTo(ALARMING) > 0) {
        alarming++;
        events.tell(
            new StillInDoubt(branches.gtrid(), branches.node(), sighting.age(), decision.text()));
      }
    }
    prepared.forget(INTERVAL.multipliedBy(2), KEEP_DECISIONS, inDoubt);
    return alarming;
  }

  /**
   * Ends what an earlier run of this node left behind; to be called before its server starts. Its
   * transaction log is not used: it is not reliable after a crash (docs/adr/0012). If no branch has
   * ended, a rollback loses nothing.
   *
   * @return how many transactions of the node are still in doubt: those of applications
   */
  public long settleOwn() {
    return prepared.own().stream()
        .map(
            branches ->
                prepared.settle(branches, new Sighting(Coordinator.GONE, ALARMING, false, false)))
        .filter(decision -> decision.action() == Action.WAIT)
        .count();
  }

  /** How many transactions are in doubt whose node nothing tells. */
  public long ofUnknownNodes() {
    return prepared.ofUnknownNodes();
  }
}
