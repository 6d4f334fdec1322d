package org.goodtiming.scheduler.background;

import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.goodtiming.scheduler.sql.NewTransaction;

/**
 * The threads on which a node works for as long as it runs.
 *
 * @param factory makes them
 * @param runs to be asked for each run of repeated work. Open Liberty leaves a connection that is
 *     used outside of a transaction with its thread, even if it is closed or broken, until the
 *     method of the session bean ends
 */
@Singleton
public record TaskThreads(ThreadFactory factory, Executor runs) {

  @Inject
  TaskThreads(@Named("threads") ThreadFactory factory, NewTransaction transaction) {
    this(factory, run -> transaction.outside(() -> done(run)));
  }

  private static boolean done(Runnable run) {
    run.run();
    return true;
  }
}
