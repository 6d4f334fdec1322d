package org.goodtiming.scheduler.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeriodicWorkTest {

  private final List<String> steps = new CopyOnWriteArrayList<>();
  private final Servers servers = new Servers(Thread::new);
  private final CurrentDuties duties = new CurrentDuties();

  @AfterEach
  void end() {
    servers.close();
  }

  @Test
  void a_task_ends_after_its_last_run() throws InterruptedException {
    PeriodicWork work =
        PeriodicWork.start(new Recorded(Duration.ofMillis(1)), Thread::new, servers, duties);
    await().until(() -> steps.size() > 2);

    work.stop();
    work.awaitEnd(Duration.ofSeconds(10));

    assertThat(steps.subList(0, steps.size() - 1)).containsOnly("run");
    assertThat(steps).endsWith("end");
  }

  @Test
  void a_task_that_has_not_run_yet_ends_too() throws InterruptedException {
    PeriodicWork work =
        PeriodicWork.start(new Recorded(Duration.ofDays(1)), Thread::new, servers, duties);

    work.stop();
    work.awaitEnd(Duration.ofSeconds(10));

    assertThat(steps).containsExactly("end");
  }

  @Test
  void a_task_rests_while_it_is_no_duty_of_the_node() throws InterruptedException {
    duties.set(new NodeDuties(true, false));
    PeriodicWork work =
        PeriodicWork.start(
            new Recorded(Duration.ofMillis(1)) {
              @Override
              public boolean belongsTo(NodeDuties node) {
                steps.add("asked");
                return node.registers();
              }
            },
            Thread::new,
            servers,
            duties);
    await().until(() -> steps.size() > 2);
    assertThat(steps).doesNotContain("run");

    duties.set(NodeDuties.ALL);
    await().until(() -> steps.contains("run"));
    work.stop();
    work.awaitEnd(Duration.ofSeconds(10));
  }

  private class Recorded implements PeriodicTask {

    private final Duration pause;

    Recorded(Duration pause) {
      this.pause = pause;
    }

    @Override
    public String name() {
      return "records";
    }

    @Override
    public Duration pause() {
      return pause;
    }

    @Override
    public String failure() {
      return "could not record";
    }

    @Override
    public void run(Repetition repetition) {
      steps.add("run");
    }

    @Override
    public void end() {
      steps.add("end");
    }
  }
}
