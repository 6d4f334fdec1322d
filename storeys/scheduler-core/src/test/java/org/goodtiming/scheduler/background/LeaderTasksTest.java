package org.goodtiming.scheduler.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStarted;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStopped;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class LeaderTasksTest {

  private final AtomicInteger runs = new AtomicInteger();
  private final List<Event> events = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final Servers servers = new Servers(Thread::new);
  private LeaderTasks tasks;

  @AfterEach
  void close() {
    tasks.close();
    servers.close();
  }

  @Test
  void a_task_runs_again_and_again_from_start_to_stop() {
    tasks = tasks(task(runs::incrementAndGet));
    assertThat(runs).hasValue(0);
    tasks.start();
    await().until(() -> runs.get() > 3);
    tasks.close();
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void a_task_that_fails_runs_again() {
    tasks =
        tasks(
            task(
                () -> {
                  runs.incrementAndGet();
                  throw new IllegalStateException("on purpose");
                }));
    tasks.start();
    await().until(() -> runs.get() > 2);
  }

  @Test
  void a_task_that_fails_with_an_error_runs_again() {
    tasks =
        tasks(
            task(
                () -> {
                  runs.incrementAndGet();
                  throw new StackOverflowError("on purpose");
                }));
    tasks.start();
    await().until(() -> runs.get() > 2);
  }

  @Test
  void a_task_that_hangs_holds_up_no_other() {
    CountDownLatch never = new CountDownLatch(1);
    tasks = tasks(task(() -> awaitUnchecked(never)), task(runs::incrementAndGet));
    tasks.start();
    await().until(() -> runs.get() > 2);
  }

  @Test
  void a_stop_interrupts_the_run() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    tasks =
        tasks(
            task(
                () -> {
                  begun.countDown();
                  while (!Thread.currentThread().isInterrupted()) {
                    LockSupport.park();
                  }
                  interrupted.countDown();
                }));
    tasks.start();
    awaitUnchecked(begun);
    tasks.stop();
    awaitUnchecked(interrupted);
  }

  @Test
  void a_run_that_outlasts_its_stop_is_not_overlapped_by_the_next() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger atATime = new AtomicInteger();
    AtomicInteger maximum = new AtomicInteger();
    tasks =
        tasks(
            task(
                () -> {
                  maximum.accumulateAndGet(atATime.incrementAndGet(), Math::max);
                  begun.countDown();
                  awaitUninterruptibly(end);
                  atATime.decrementAndGet();
                  runs.incrementAndGet();
                }));
    tasks.start();
    awaitUnchecked(begun);
    tasks.stop();
    tasks.start();
    assertThat(runs).hasValue(0);
    end.countDown();
    await().until(() -> runs.get() > 2);
    assertThat(maximum).hasValue(1);
  }

  @Test
  void start_and_stop_are_one_event_each() {
    tasks = tasks();
    tasks.start();
    tasks.start();
    tasks.stop();
    tasks.stop();
    assertThat(events).containsExactly(new LeaderTasksStarted(), new LeaderTasksStopped());
  }

  private LeaderTasks tasks(LeaderTask... tasks) {
    return new LeaderTasks(
        List.of(tasks),
        new PGSimpleDataSource(),
        new TaskThreads(this::thread, Runnable::run),
        servers,
        new CurrentDuties(),
        () -> false,
        events::add);
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work);
    threads.add(thread);
    return thread;
  }

  private static LeaderTask task(Runnable work) {
    return new LeaderTask() {
      @Override
      public TaskDescription description() {
        return new TaskDescription("test", Duration.ofMillis(1), "SCHED-0000 the test failed");
      }

      @Override
      public void run() {
        work.run();
      }
    };
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean passed = false;
    while (!passed) {
      try {
        latch.await();
        passed = true;
      } catch (InterruptedException e) {
        // As a driver that waits for its socket does
      }
    }
  }
}
