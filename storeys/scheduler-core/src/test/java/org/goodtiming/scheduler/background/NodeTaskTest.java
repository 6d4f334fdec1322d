package org.goodtiming.scheduler.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.goodtiming.scheduler.server.Servers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NodeTaskTest {

  private final List<String> steps = new CopyOnWriteArrayList<>();
  @AutoClose private final Servers servers = new Servers(Thread::new);
  private final CurrentDuties duties = new CurrentDuties();
  private Executor runs = Runnable::run;

  @Test
  void a_task_ends_after_its_last_run() throws InterruptedException {
    TaskLoop loop = start(new Recorded(Duration.ofMillis(1)));
    await().until(() -> steps.size() > 2);

    end(loop);

    assertThat(steps.subList(0, steps.size() - 1)).containsOnly("run");
    assertThat(steps).endsWith("end");
  }

  @Test
  void a_task_that_has_not_run_yet_ends_too() throws InterruptedException {
    TaskLoop loop = start(new Recorded(Duration.ofDays(1)));

    end(loop);

    assertThat(steps).containsExactly("end");
  }

  @Test
  void a_task_rests_while_it_is_no_duty_of_the_node() throws InterruptedException {
    duties.set(new NodeDuties(true, false));
    TaskLoop loop =
        start(
            new Recorded(Duration.ofMillis(1)) {
              @Override
              public boolean belongsTo(NodeDuties node) {
                steps.add("asked");
                return node.registers();
              }
            });
    await().until(() -> steps.size() > 2);
    assertThat(steps).doesNotContain("run");

    duties.set(NodeDuties.ALL);
    await().until(() -> steps.contains("run"));
    end(loop);
  }

  /** Open Liberty takes connections back only when it ends. */
  @Test
  void each_run_is_one_of_the_container() throws InterruptedException {
    runs =
        run -> {
          steps.add("begin");
          run.run();
          steps.add("return");
        };
    TaskLoop loop = start(new Recorded(Duration.ofMillis(1)));
    await().until(() -> steps.size() > 5);
    end(loop);
    assertThat(steps).startsWith("begin", "run", "return", "begin", "run", "return");
  }

  @Test
  void a_task_goes_on_after_a_run_that_the_container_has_refused() throws InterruptedException {
    runs =
        run -> {
          steps.add("refused");
          throw new IllegalStateException("refused");
        };
    TaskLoop loop = start(new Recorded(Duration.ofMillis(1)));
    await().until(() -> steps.size() > 2);
    end(loop);
  }

  @Test
  void a_task_of_queues_runs_when_one_of_them_has_messages() throws InterruptedException {
    Set<String> filled = ConcurrentHashMap.newKeySet();
    TaskLoop loop =
        start(
            new Recorded(Duration.ofMillis(1)) {
              @Override
              public Set<String> consumedQueues() {
                return Set.of("a", "b");
              }
            });
    await().until(() -> steps.equals(List.of("run")));
    QueueProbe probe =
        new QueueProbe(
            List.of(loop),
            asked -> {
              steps.add("asked for " + new TreeSet<>(asked));
              return filled;
            });
    probe.run(null);
    assertThat(steps).containsExactly("run", "asked for [a, b]");

    filled.add("b");
    probe.run(null);
    await().until(() -> steps.size() == 4);
    assertThat(steps).endsWith("run");
    end(loop);
  }

  @Test
  void a_task_of_queues_runs_when_the_broker_does_not_tell_what_they_have()
      throws InterruptedException {
    TaskLoop loop =
        start(
            new Recorded(Duration.ofMillis(1)) {
              @Override
              public Set<String> consumedQueues() {
                return Set.of("a");
              }
            });
    await().until(() -> steps.size() == 1);
    QueueProbe probe =
        new QueueProbe(
            List.of(loop),
            asked -> {
              throw new IllegalStateException("refused");
            });
    assertThatThrownBy(() -> probe.run(null)).hasMessage("refused");
    await().until(() -> steps.size() == 2);
    end(loop);
  }

  private TaskLoop start(NodeTask task) {
    TaskLoop loop = new TaskLoop(task, new TaskThreads(Thread::new, runs), servers, duties);
    loop.start(task.description().interval());
    return loop;
  }

  private void end(TaskLoop loop) throws InterruptedException {
    loop.end(() -> steps.add("end"));
    assertThat(loop.awaitEnd(Duration.ofSeconds(10))).isTrue();
  }

  private class Recorded implements NodeTask {

    private final Duration pause;

    Recorded(Duration pause) {
      this.pause = pause;
    }

    @Override
    public TaskDescription description() {
      return new TaskDescription("records", pause, "could not record");
    }

    @Override
    public void run(Repetition repetition) {
      steps.add("run");
    }
  }
}
