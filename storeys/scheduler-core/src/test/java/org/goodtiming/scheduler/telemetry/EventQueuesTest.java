package org.goodtiming.scheduler.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventQueuesTest {

  private record Numbered(int number) implements Event {}

  private record Other() implements Event {}

  private final List<Event> heard = new CopyOnWriteArrayList<>();
  private final CountDownLatch hang = new CountDownLatch(1);

  @Test
  void each_listener_hears_all_events_in_their_order() {
    EventQueues events = new EventQueues(List.of(heard::add, event -> {}), Thread::new);
    List<Event> all = IntStream.range(0, 100).mapToObj(i -> (Event) new Numbered(i)).toList();
    all.forEach(events::tell);
    events.close();
    assertThat(heard).containsExactlyElementsOf(all);
  }

  @Test
  void a_listener_that_hangs_keeps_events_from_nobody_else_and_holds_up_nobody() {
    EventQueues events = new EventQueues(List.of(this::hang, heard::add), Thread::new);
    int half = EventQueue.CAPACITY / 2;
    for (int i = 1; i <= 3; i++) {
      IntStream.range(0, half).forEach(each -> events.tell(new Numbered(each)));
      int told = half * i;
      await().until(() -> heard.size() == told);
    }
    hang.countDown();
    events.close();
  }

  @Test
  void a_listener_that_fails_goes_on_and_is_logged_once() {
    RecordedLog log = new RecordedLog();
    EventQueue queue = new EventQueue(new Failing(), log);
    queue.offer(new Numbered(0));
    queue.offer(new Numbered(1));
    queue.offer(new Other());
    queue.start(Thread::new);
    queue.close();
    assertThat(heard).containsExactly(new Numbered(0), new Numbered(1), new Other());
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0713 listener Failing failed at an event Numbered; the scheduler continues: IllegalStateException: on purpose [trace]");
  }

  @Test
  void events_that_find_no_room_are_reported_as_dropped() {
    RecordedLog log = new RecordedLog();
    EventQueue queue = new EventQueue(new Slow(), log);
    for (int i = 0; i < EventQueue.CAPACITY + 7; i++) {
      queue.offer(new Numbered(i));
    }
    queue.start(Thread::new);
    queue.close();
    assertThat(heard).hasSize(EventQueue.CAPACITY);
    assertThat(log.lines())
        .containsExactly("WARNING SCHED-0714 listener Slow is too slow: 7 events were dropped");
  }

  private void hang(Event event) {
    boolean passed = false;
    while (!passed) {
      try {
        hang.await();
        passed = true;
      } catch (InterruptedException e) {
        // Until it is let go
      }
    }
  }

  private final class Failing implements EventListener {
    @Override
    public void on(Event event) {
      heard.add(event);
      if (event instanceof Numbered) {
        throw new IllegalStateException("on purpose");
      }
    }
  }

  private final class Slow implements EventListener {
    @Override
    public void on(Event event) {
      heard.add(event);
    }
  }
}
