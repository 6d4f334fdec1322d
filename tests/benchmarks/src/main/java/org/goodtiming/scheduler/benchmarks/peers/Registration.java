package org.goodtiming.scheduler.benchmarks.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.goodtiming.scheduler.benchmarks.Job;

/** Clients that register jobs side by side. */
final class Registration implements AutoCloseable {
  static final int CLIENTS = 8;

  // More gain nothing on two cores, of which the database needs one.
  static final int BULK_CLIENTS = 2;
  static final int BULK = 1000;

  private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
  private final Contender contender;

  Registration(Contender contender) {
    this.contender = contender;
  }

  /** Returns how many jobs, from the first on, were registered before the time was over. */
  int oneByOne(List<Job> jobs, Duration limit) throws Exception {
    var registered =
        shareOut(jobs.size(), CLIENTS, limit, number -> contender.register(jobs.get(number)));
    contender.awaitRegistered(registered);
    return registered;
  }

  /** Returns how many jobs, from the first on, were registered before the time was over. */
  int inBulk(List<Job> jobs, Duration limit) throws Exception {
    return inBulk(jobs, limit, contender::registerAll);
  }

  /** The same of jobs that recur each day. */
  int recurring(List<Job> jobs, Duration limit) throws Exception {
    return inBulk(jobs, limit, contender::registerRecurring);
  }

  @Override
  public void close() {
    clients.shutdownNow();
  }

  private interface Bulk {
    void register(List<Job> jobs) throws Exception;
  }

  private int inBulk(List<Job> jobs, Duration limit, Bulk bulk) throws Exception {
    var batches = new ArrayList<List<Job>>();
    for (int from = 0; from < jobs.size(); from += BULK) {
      batches.add(jobs.subList(from, Math.min(from + BULK, jobs.size())));
    }
    var taken =
        shareOut(batches.size(), BULK_CLIENTS, limit, number -> bulk.register(batches.get(number)));
    var registered = Math.min(taken * BULK, jobs.size());
    contender.awaitRegistered(registered);
    return registered;
  }

  private interface Step {
    void take(int number) throws Exception;
  }

  private int shareOut(int steps, int hands, Duration limit, Step step) throws Exception {
    var next = new AtomicInteger();
    long end = System.nanoTime() + limit.toNanos();
    Callable<Void> client =
        () -> {
          while (System.nanoTime() < end) {
            int number = next.getAndIncrement();
            if (number >= steps) {
              break;
            }
            step.take(number);
          }
          return null;
        };
    for (Future<Void> done : clients.invokeAll(Collections.nCopies(hands, client))) {
      done.get();
    }
    return Math.min(next.get(), steps);
  }
}
