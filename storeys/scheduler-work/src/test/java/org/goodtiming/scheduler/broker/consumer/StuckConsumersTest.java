package org.goodtiming.scheduler.broker.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.broker.BrokerAnswer;
import org.junit.jupiter.api.Test;

class StuckConsumersTest {

  private final StuckConsumers stuck = new StuckConsumers(Duration.ofSeconds(60));

  @Test
  void a_consumer_that_holds_the_same_message_beyond_the_limit_is_stuck() {
    BrokerConsumer consumer = consumer("scheduler.jobs", 1, 10, 9);
    assertThat(look(0, consumer)).isEmpty();
    assertThat(look(60, consumer)).isEmpty();
    assertThat(look(61, consumer)).containsExactly(consumer);
  }

  @Test
  void one_that_acknowledges_or_gets_a_message_is_at_work() {
    look(0, consumer("scheduler.jobs", 1, 10, 9));
    assertThat(look(50, consumer("scheduler.jobs", 1, 11, 10))).isEmpty();
    assertThat(look(100, consumer("scheduler.jobs", 1, 11, 10))).isEmpty();
    assertThat(look(111, consumer("scheduler.jobs", 1, 11, 10))).hasSize(1);
  }

  @Test
  void one_that_holds_nothing_waits_for_work() {
    look(0, consumer("scheduler.jobs", 0, 9, 9));
    assertThat(look(1000, consumer("scheduler.jobs", 0, 9, 9))).isEmpty();
  }

  @Test
  void one_that_lets_go_in_between_begins_anew() {
    look(0, consumer("scheduler.dead", 1, 10, 9));
    look(30, consumer("scheduler.dead", 0, 10, 9));
    assertThat(look(61, consumer("scheduler.dead", 1, 10, 9))).isEmpty();
  }

  @Test
  void workers_and_browsers_are_left_alone() {
    BrokerConsumer browser = new BrokerConsumer("c", "s", 0, "scheduler.jobs", true, 1, 1, 0);
    look(0, browser, consumer("order-check", 1, 1, 0));
    assertThat(look(1000, browser, consumer("order-check", 1, 1, 0))).isEmpty();
  }

  @Test
  void the_answer_of_the_broker_is_read() {
    String answer =
        """
        ["[{\\"consumerID\\":0,\\"sequentialId\\":4711,\\"connectionID\\":\\"a1b2\\",\\"sessionID\\":\\"s1\\",\\"queueName\\":\\"scheduler.jobs\\",\\"browseOnly\\":false,\\"creationTime\\":1,\\"deliveringCount\\":1,\\"messagesInTransit\\":1,\\"messagesInTransitSize\\":300,\\"messagesDelivered\\":7,\\"messagesAcknowledged\\":6}]"]
        """;
    assertThat(new BrokerAnswer(answer).objects().stream().map(BrokerConsumer::of))
        .containsExactly(new BrokerConsumer("a1b2", "s1", 0, "scheduler.jobs", false, 1, 7, 6));
  }

  private List<BrokerConsumer> look(long second, BrokerConsumer... all) {
    return stuck.look(List.of(all), Duration.ofSeconds(second).toNanos());
  }

  private static BrokerConsumer consumer(
      String queue, long held, long delivered, long acknowledged) {
    return new BrokerConsumer("c", "s", 0, queue, false, held, delivered, acknowledged);
  }
}
