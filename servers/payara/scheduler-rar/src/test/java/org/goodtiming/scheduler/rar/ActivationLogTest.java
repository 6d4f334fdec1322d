package org.goodtiming.scheduler.rar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.ActiveMQNonExistentQueueException;
import org.apache.activemq.artemis.api.core.ActiveMQNotConnectedException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How attempts to read a queue that fail are reported. */
class ActivationLogTest {

  private static final ActiveMQException MAY_NOT_CREATE =
      new ActiveMQSecurityException(
          "AMQ229213: User: worker does not have permission='CREATE_DURABLE_QUEUE' for queue orders on address orders");

  private final List<String> lines = new ArrayList<>();
  private final Logger logger = Logger.getLogger(ActivationLog.class.getName());
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          assertThat(line.getThrown()).isNull();
          lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private long nanoTime;
  private final ActivationLog log = new ActivationLog("orders", false, () -> nanoTime);

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(handler);
  }

  @Test
  void a_missing_queue_is_one_line_with_the_cure_and_then_counted_once_a_minute() {
    for (int attempt = 0; attempt < 40; attempt++) {
      assertThat(log.failed(MAY_NOT_CREATE))
          .isInstanceOf(ActiveMQNonExistentQueueException.class)
          .hasCause(MAY_NOT_CREATE);
      nanoTime += Duration.ofSeconds(2).toNanos();
    }
    log.succeeded();
    log.succeeded();
    String text =
        "WARNING SCHED-0075 queue orders does not exist at the broker, so the bean that reads it gets no messages (attempts since the last report: %d). It is tried again until somebody creates the queue; goodtiming queue create orders prints the command: "
            + MAY_NOT_CREATE.getMessage();
    assertThat(lines)
        .containsExactly(
            text.formatted(1),
            text.formatted(30),
            "INFO SCHED-0078 the bean that reads queue orders gets messages; failed attempts before: 40");
  }

  @Test
  void a_broker_that_creates_no_queues_says_that_it_is_missing() {
    ActiveMQException missing =
        new ActiveMQException(
            "Destination orders does not exist", ActiveMQExceptionType.QUEUE_DOES_NOT_EXIST);
    assertThat(log.failed(missing)).isInstanceOf(ActiveMQNonExistentQueueException.class);
    assertThat(lines).singleElement().asString().startsWith("WARNING SCHED-0075 ");
  }

  @Test
  void a_login_that_may_not_read_the_queue_is_told_so() {
    log.failed(
        new ActiveMQSecurityException("AMQ229031: Unable to validate user from /127.0.0.1:1"));
    assertThat(lines)
        .containsExactly(
            "WARNING SCHED-0076 the broker does not let this server read orders, so the bean that reads it gets no messages (attempts since the last report: 1). It is tried again until the login of the bean or of the resource adapter is right, and its role has the permissions: AMQ229031: Unable to validate user from /127.0.0.1:1");
  }

  @Test
  void nobody_is_asked_to_create_the_queue_of_a_subscription() {
    new ActivationLog("scheduler.events", true, () -> nanoTime).failed(MAY_NOT_CREATE);
    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith("WARNING SCHED-0076 the broker does not let this server read scheduler.events");
  }

  @Test
  void any_other_failure_is_that_of_artemis() {
    ActiveMQException away = new ActiveMQNotConnectedException("no broker");
    assertThat(log.failed(away)).isSameAs(away);
    assertThat(lines).isEmpty();
  }
}
