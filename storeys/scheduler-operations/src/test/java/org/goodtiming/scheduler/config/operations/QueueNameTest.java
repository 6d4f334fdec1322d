package org.goodtiming.scheduler.config.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"order-check", "a", "Test.2_x"})
  void a_name_that_the_table_takes_is_a_queue(String name) {
    assertThat(QueueName.isWorkerQueue(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ".a", "a b", "scheduler.jobs", "a\n", "ä", "a/b"})
  void names_that_the_table_refuses_are_invalid(String name) {
    assertThat(QueueName.isWorkerQueue(name)).isFalse();
    assertThat(QueueName.isWorkerQueue("a".repeat(201))).isFalse();
  }
}
