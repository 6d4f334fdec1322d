package org.goodtiming.scheduler.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.server.Servers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkProbeIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final Servers servers = new Servers(Thread::new);
  private final Counted ofPauses = new Counted("EXISTS (SELECT FROM scheduler.dispatch_pause)");
  private final Counted always = new Counted("true");
  private LeaderTasks tasks;

  @BeforeEach
  void empty() {
    database.clear();
  }

  @AfterEach
  void close() {
    if (tasks != null) {
      tasks.close();
    }
    servers.close();
  }

  @Test
  void a_task_runs_when_the_node_begins_to_lead_and_then_when_it_has_work() {
    start(ofPauses, always);
    await().until(() -> always.runs.get() > 4);
    assertThat(ofPauses.runs).hasValue(1);

    database.execute(
        "INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('g', 'ops')");
    await().until(() -> ofPauses.runs.get() > 2);
  }

  @Test
  void a_faulty_condition_does_not_stop_the_other_tasks() {
    start(ofPauses, new Counted("EXISTS (SELECT FROM scheduler.no_such_table)"));
    await().until(() -> ofPauses.runs.get() > 2);
  }

  @Test
  void a_task_of_a_node_runs_when_it_has_work() {
    NodeTask task = nodeTask();
    TaskLoop loop =
        new TaskLoop(
            task, new TaskThreads(Thread::new, Runnable::run), servers, new CurrentDuties());
    loop.start(Duration.ZERO);
    await().until(() -> ofPauses.runs.get() == 1);
    NodeProbe probe = new NodeProbe(List.of(loop), database.xa());
    probe.run(null);
    assertThat(loop.takesOffers()).isTrue();

    database.execute(
        "INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('g', 'ops')");
    probe.run(null);
    await().until(() -> ofPauses.runs.get() == 2);
    loop.kill();
  }

  private NodeTask nodeTask() {
    return new NodeTask() {
      @Override
      public TaskDescription description() {
        return ofPauses.description();
      }

      @Override
      public String condition() {
        return ofPauses.condition();
      }

      @Override
      public void run(Repetition repetition) {
        ofPauses.run();
      }
    };
  }

  private void start(LeaderTask... ofLeader) {
    tasks =
        new LeaderTasks(
            List.of(ofLeader),
            database.xa(),
            new TaskThreads(Thread::new, Runnable::run),
            servers,
            new CurrentDuties(),
            () -> false,
            event -> {});
    tasks.start();
  }

  private static final class Counted implements LeaderTask {

    private final String condition;
    private final AtomicInteger runs = new AtomicInteger();

    Counted(String condition) {
      this.condition = condition;
    }

    @Override
    public TaskDescription description() {
      return new TaskDescription("test", WorkProbe.INTERVAL, "SCHED-0000 the test failed");
    }

    @Override
    public String condition() {
      return condition;
    }

    @Override
    public void run() {
      runs.incrementAndGet();
    }
  }
}
