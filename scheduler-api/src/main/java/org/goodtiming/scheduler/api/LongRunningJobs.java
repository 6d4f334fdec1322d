package org.goodtiming.scheduler.api;

import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs tracked jobs that take longer than a transaction may. A short transaction consumes the
 * message and reports the start of the run; the work begins after its commit. Heartbeats show the
 * scheduler that the worker is alive. If none arrives within the timeout, the scheduler sends the
 * run again, or ends it as an error if no attempt is left.
 *
 * <pre>{@code
 * public void onMessage(Message message) {
 *   jobs.run(message, context -> ExecutionResult.text(report(context.job().text())));
 * }
 * }</pre>
 *
 * <p>A cancel makes {@link RunContext#cancelled()} true. Each object subscribes to {@link
 * WireContract#CONTROL_TOPIC} with its first run to receive cancels.
 *
 * <p>Keep one object per application, and close it when the application stops: {@link #close}
 * returns unfinished runs to the scheduler, which sends them again at once. The executor limits the
 * number of concurrent runs on a server; runs that wait for a thread count as running.
 *
 * <p>A run can be executed more than once, in part or completely. Thread-safe.
 */
public final class LongRunningJobs implements AutoCloseable {

  private static final Logger LOG = System.getLogger(LongRunningJobs.class.getName());

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration MIN_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration MAX_TIMEOUT = Duration.ofDays(366);
  private static final Duration MAX_INTERVAL = Duration.ofSeconds(10);
  private static final int MAX_ATTEMPTS = 1_000;

  private final ConnectionFactory connectionFactory;
  private final LongRunContainer container;
  private final Duration timeout;

  /** Null if it is not set. */
  private final @Nullable Integer maxAttempts;

  /** The active runs, each with its heartbeat task. */
  private final Map<LongRun, Future<?>> runs = new ConcurrentHashMap<>();

  /** Null before the first run. */
  private LongRunContainer.@Nullable Subscription cancels;

  private volatile boolean closed;

  private LongRunningJobs(
      ConnectionFactory connectionFactory,
      LongRunContainer container,
      Duration timeout,
      @Nullable Integer maxAttempts) {
    this.connectionFactory = Objects.requireNonNull(connectionFactory, "connectionFactory");
    this.container = Objects.requireNonNull(container, "container");
    this.timeout = timeout;
    this.maxAttempts = maxAttempts;
  }

  /**
   * Creates an object whose runs have a timeout of 30 s and no maximum of attempts of their own.
   *
   * @param connectionFactory of the container; its login needs permission to send to {@link
   *     WireContract#REPORT_QUEUE} and to subscribe to {@link WireContract#CONTROL_TOPIC}
   * @param executor runs the tasks
   * @param scheduler sends the heartbeats; do not use it for long work
   */
  public static LongRunningJobs on(
      ConnectionFactory connectionFactory,
      ManagedExecutorService executor,
      ManagedScheduledExecutorService scheduler) {
    return on(connectionFactory, LongRunContainer.ofServer(executor, scheduler));
  }

  /** The same in any container. */
  public static LongRunningJobs on(
      ConnectionFactory connectionFactory, LongRunContainer container) {
    return new LongRunningJobs(connectionFactory, container, DEFAULT_TIMEOUT, null);
  }

  /**
   * Returns a new object with another timeout, and without a maximum of attempts: the retry policy
   * of the job or its queue says how often a run that fails is tried again, and a run whose worker
   * is silent ends. It does not contain the runs of this object.
   *
   * @param timeout 10 s to 366 days
   * @throws IllegalArgumentException if it is out of range
   */
  public LongRunningJobs with(Duration timeout) {
    requirePossible(timeout, null);
    return new LongRunningJobs(connectionFactory, container, timeout, null);
  }

  /**
   * Returns a new object with another timeout and maximum of attempts. It does not contain the runs
   * of this object.
   *
   * @param timeout 10 s to 366 days
   * @param maxAttempts 1 to 1,000: how many attempts may fail or fall silent, also if the retry
   *     policy has more; a run that {@link #close} returns, or whose task postpones it by a {@link
   *     RetryAtException}, uses up none
   * @throws IllegalArgumentException if an argument is out of range
   */
  public LongRunningJobs with(Duration timeout, int maxAttempts) {
    requirePossible(timeout, maxAttempts);
    return new LongRunningJobs(connectionFactory, container, timeout, maxAttempts);
  }

  /** Maximum time between heartbeats; after it, a worker counts as dead. */
  Duration timeout() {
    return timeout;
  }

  private static void require(boolean possible, String rule, Object value) {
    if (!possible) {
      throw new IllegalArgumentException("SCHED-0816 " + rule.formatted(value));
    }
  }

  static void requirePossible(Duration timeout, @Nullable Integer maxAttempts) {
    require(
        timeout.compareTo(MIN_TIMEOUT) >= 0 && timeout.compareTo(MAX_TIMEOUT) <= 0,
        "timeout is %s but must lie between PT10S and P366D",
        timeout);
    if (maxAttempts != null) {
      require(
          maxAttempts >= 1 && maxAttempts <= MAX_ATTEMPTS,
          "maxAttempts is %d but must lie between 1 and " + MAX_ATTEMPTS,
          maxAttempts);
    }
  }

  /**
   * Runs the task after the commit of the caller's transaction.
   *
   * @param message the message that the container passed to {@code onMessage}
   * @throws JobSchedulerException if the job is not tracked, there is no transaction, the report
   *     cannot be sent, or this object is closed; let the exception roll the transaction back
   */
  public void run(Message message, LongRunningTask task) {
    Executor afterCommit = container.afterCommit();
    LongRun run = longRun(message, task);
    // The container's context of this thread is gone after the commit
    Runnable work = container.inContext(() -> work(run));
    Runnable heartbeat = container.inContext(() -> heartbeat(run));
    subscribe();
    afterCommit.execute(() -> begin(run, work, heartbeat));
  }

  private synchronized void subscribe() {
    if (cancels == null && !closed) {
      cancels = container.subscribe(connectionFactory, this::cancel);
    }
  }

  /** Returns unfinished runs to the scheduler, asks their tasks to stop, and accepts no further. */
  @Override
  public void close() {
    closed = true;
    runs.keySet().forEach(this::handBack);
    unsubscribe();
  }

  private synchronized void unsubscribe() {
    if (cancels != null) {
      cancels.close();
    }
  }

  private void cancel(String fireId) {
    runs.keySet().stream()
        .filter(run -> run.job().fireId().equals(fireId))
        .forEach(LongRun::cancel);
  }

  private LongRun longRun(Message message, LongRunningTask task) {
    if (closed) {
      throw new JobSchedulerException(
          "SCHED-0818 the application is stopping and starts no further run: the broker redelivers the job");
    }
    Reporter reporter = Reporter.of(message, connectionFactory);
    if (reporter == null) {
      throw new JobSchedulerException(
          "SCHED-0814 the job is not tracked, so the scheduler could not detect the death of its worker: register it with scheduler_tracked, or set tracked in scheduler.worker_queue");
    }
    LongRun run = new LongRun(JobDelivery.of(message), attempt(message), reporter, task, timeout);
    reporter.send("started", announcement(), null);
    return run;
  }

  private Map<String, Object> announcement() {
    return maxAttempts == null
        ? Map.of("timeout", timeout)
        : Map.of("timeout", timeout, "maxAttempts", maxAttempts);
  }

  private static int attempt(Message message) {
    try {
      return Math.toIntExact(message.getLongProperty(WireContract.RUN_ATTEMPT));
    } catch (JMSException | NumberFormatException e) {
      throw JobSchedulerException.unreadable(e);
    }
  }

  private void begin(LongRun run, Runnable work, Runnable heartbeat) {
    try {
      Duration third = timeout.dividedBy(3);
      Duration interval = third.compareTo(MAX_INTERVAL) < 0 ? third : MAX_INTERVAL;
      runs.put(run, container.repeat(heartbeat, interval));
      if (closed) {
        handBack(run);
      } else {
        container.execute(work);
      }
    } catch (RuntimeException e) {
      // Nobody sees what is thrown after a commit. The scheduler sees the silence
      forget(run);
      LOG.log(
          Level.ERROR,
          "SCHED-0817 cannot start job "
              + run.job().key().toString().replaceAll("\\p{Cntrl}", "?")
              + "; the scheduler ends the run, or sends it again, after "
              + timeout,
          e);
    }
  }

  private void work(LongRun run) {
    run.work();
    forgetIfReported(run);
  }

  private void heartbeat(LongRun run) {
    run.heartbeat();
    forgetIfReported(run);
  }

  private void forgetIfReported(LongRun run) {
    if (run.isReported()) {
      forget(run);
    }
  }

  private void handBack(LongRun run) {
    run.handBack();
    forget(run);
  }

  private void forget(LongRun run) {
    Future<?> heartbeats = runs.remove(run);
    if (heartbeats != null) {
      heartbeats.cancel(false);
    }
  }
}
