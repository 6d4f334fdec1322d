package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.Map;
import org.apache.activemq.artemis.api.core.management.SimpleManagement;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each role of the broker can do its work and nothing else. */
class BrokerDoorsIT {

  private static final Map<String, Object> TO_NOBODY = Map.of("scheduler_queue", "test.nobody");

  private final SystemStack stack = SystemStack.shared();

  @AfterAll
  static void clear() {
    SystemStack.shared().clear();
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          REGISTRAR   | SEND    | scheduler.jobs
          REGISTRAR   | CONSUME | receipts.test.doors
          WORKER      | SEND    | scheduler.jobs
          WORKER      | CONSUME | test.registration
          ORDER_CHECK | CONSUME | order-check
          SCHEDULER   | SEND    | test.registration
          SCHEDULER   | CONSUME | test.registration
          SCHEDULER   | CONSUME | scheduler.jobs
          SCHEDULER   | CONSUME | scheduler.dead
          SCHEDULER   | CONSUME | scheduler.expired
          SCHEDULER   | BROWSE  | scheduler.dead
          SCHEDULER   | BROWSE  | scheduler.marker
          SCHEDULER   | CONSUME | scheduler.reports
          WORKER      | SEND    | scheduler.reports
          ORDER_CHECK | SEND    | scheduler.reports
          SCHEDULER   | PUBLISH | scheduler.control
          WORKER      | SUBSCRIBE | scheduler.control
          ORDER_CHECK | SUBSCRIBE | scheduler.control
          SCHEDULER   | PUBLISH | scheduler.events
          WORKER      | SUBSCRIBE | scheduler.events
          """)
  void each_role_can_do_its_work(BrokerUser user, BrokerAction deed, String address) {
    assertThatCode(() -> attempt(user, deed, address)).doesNotThrowAnyException();
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          REGISTRAR   | SEND    | order-check
          REGISTRAR   | SEND    | test.registration
          REGISTRAR   | SEND    | scheduler.dead
          REGISTRAR   | SEND    | receipts.test.doors
          REGISTRAR   | CONSUME | scheduler.jobs
          REGISTRAR   | CONSUME | order-check
          REGISTRAR   | CONSUME | scheduler.dead
          REGISTRAR   | CONSUME | order-check::scheduler.jobs
          REGISTRAR   | CONSUME | receipts.test.doors::scheduler.jobs
          REGISTRAR   | BROWSE  | scheduler.jobs
          REGISTRAR   | SEND    | activemq.management
          WORKER      | SEND    | test.registration
          WORKER      | CONSUME | order-check
          WORKER      | CONSUME | scheduler.jobs
          WORKER      | CONSUME | scheduler.expired
          WORKER      | CONSUME | activemq.notifications
          WORKER      | SEND    | activemq.management
          ORDER_CHECK | CONSUME | test.registration
          ORDER_CHECK | SEND    | order-check
          ORDER_CHECK | SEND    | activemq.management
          REGISTRAR   | SEND    | scheduler.marker
          REGISTRAR   | SEND    | scheduler.reports
          WORKER      | CONSUME | scheduler.reports
          WORKER      | SEND    | scheduler.reports.amqp
          ORDER_CHECK | CONSUME | scheduler.reports.amqp
          WORKER      | CONSUME | scheduler.marker
          WORKER      | CONSUME | scheduler.canary
          REGISTRAR   | SEND    | scheduler.canary
          WORKER      | BROWSE  | scheduler.marker
          SCHEDULER   | CONSUME | order-check
          SCHEDULER   | SEND    | scheduler.dead
          WORKER      | PUBLISH | scheduler.control
          ORDER_CHECK | PUBLISH | scheduler.control
          REGISTRAR   | PUBLISH | scheduler.control
          REGISTRAR   | SUBSCRIBE | scheduler.control
          WORKER      | PUBLISH | scheduler.events
          ORDER_CHECK | SUBSCRIBE | scheduler.events
          REGISTRAR   | SUBSCRIBE | scheduler.events
          """)
  void actions_outside_a_roles_work_are_refused(
      BrokerUser user, BrokerAction deed, String address) {
    assertThatThrownBy(() -> attempt(user, deed, address))
        .hasMessageContaining("does not have permission");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ADMIN")
  void nobody_but_the_administrator_creates_a_worker_queue(BrokerUser user) {
    assertThatThrownBy(() -> attempt(user, BrokerAction.SEND, "test.doors.uncreated"))
        .hasMessageContaining("does not have permission='CREATE_");
    assertThatThrownBy(() -> attempt(user, BrokerAction.CONSUME, "test.doors.uncreated"))
        .hasMessageContaining("does not have permission='CREATE_");
  }

  @Test
  void jobs_of_a_queue_that_is_not_on_the_broker_wait() {
    stack.clear();
    stack.execute("INSERT INTO scheduler.worker_queue (name) VALUES ('test.doors.uncreated')");
    try (Registrant registrant = new Registrant(connectionFactory(BrokerUser.REGISTRAR))) {
      registrant.send(
          "", Map.of("scheduler_queue", "test.doors.uncreated", "scheduler_delay", "PT0S"));
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(
                          stack.values(
                              "SELECT coalesce(last_error, '') FROM scheduler.worker_queue"))
                      .anyMatch(
                          error ->
                              error.contains(
                                  "queue test.doors.uncreated does not exist at the broker: create it")));
      assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isEqualTo(1);
      await()
          .until(
              () ->
                  stack
                      .value(
                          "SELECT state || ' ' || due || ' ' || overdue FROM scheduler.worker_queue_status"
                              + " WHERE name = 'test.doors.uncreated'")
                      .equals("resting 1 1"));
    } finally {
      stack.execute("DELETE FROM scheduler.worker_queue WHERE name = 'test.doors.uncreated'");
    }
  }

  @ParameterizedTest
  @CsvSource({"stranger, open sesame", "admin, open sesame", "registrar, "})
  void who_is_not_known_is_not_let_in(String user, String password) {
    assertThatThrownBy(() -> connect(user, password))
        .isInstanceOf(JMSSecurityRuntimeException.class);
  }

  @Test
  void a_registrar_gets_its_receipts_on_a_temporary_queue() throws JMSException {
    try (Registrant registrar = new Registrant(connectionFactory(BrokerUser.REGISTRAR))) {
      assertThat(registrar.ask("not for anyone", TO_NOBODY).status()).isEqualTo("rejected");
    }
  }

  @Test
  void a_registrar_gets_its_receipts_on_a_named_queue() {
    try (JMSContext registrar = connectionFactory(BrokerUser.REGISTRAR).createContext();
        var receipts = registrar.createConsumer(registrar.createQueue("receipts.test.named"))) {
      registrar
          .createProducer()
          .setJMSReplyTo(registrar.createQueue("receipts.test.named"))
          .setProperty("scheduler_queue", "test.nobody")
          .send(registrar.createQueue("scheduler.jobs"), "not for anyone");
      assertThat(receipts.receive(Duration.ofSeconds(30).toMillis())).isNotNull();
    }
  }

  // An answer that the broker may not send is waited for without end
  @Test
  @Timeout(30)
  void the_command_line_of_artemis_serves_the_administrator() throws Exception {
    var broker = stack.broker();
    try (var management =
        new SimpleManagement(broker.url(), broker.user(), broker.password()).open()) {
      assertThat(management.getNodeID()).isNotEmpty();
      assertThat(management.getMessageCountOnQueue("scheduler.expired")).isNotNegative();
    }
  }

  @Test
  void the_scheduler_may_list_transactions_in_doubt_and_end_them() {
    BrokerManagement management = management(BrokerUser.SCHEDULER);
    assertThat(management.preparedTransactions()).isNotNull();
    assertThat(management.invoke("broker", "commitPreparedTransaction", UNKNOWN_BRANCH))
        .isEqualTo(false);
    assertThat(management.invoke("broker", "rollbackPreparedTransaction", UNKNOWN_BRANCH))
        .isEqualTo(false);
  }

  @Test
  void the_scheduler_may_read_how_much_waits_in_worker_queues() {
    BrokerManagement management = management(BrokerUser.SCHEDULER);
    assertThat(management.invoke("broker", "listQueues", "", 1, 1_000).toString())
        .contains("\"name\":\"order-check\"", "\"name\":\"test.registration\"");
    for (String queue : new String[] {"order-check", "test.registration"}) {
      assertThatCode(() -> management.invoke("queue." + queue, "getFirstMessageTimestamp"))
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "broker, destroyQueue, order-check",
    "broker, deleteAddress, order-check",
    "broker, closeConnectionsForUser, admin",
    "broker, listUser, admin",
    "broker, removeUser, admin",
    "queue.test.registration, removeAllMessages,",
    "queue.test.registration, listMessages, ''",
    "queue.test.registration, getFirstMessageAsJSON,",
    "queue.scheduler.jobs, pause,",
    "address.order-check, block,"
  })
  void the_scheduler_may_manage_nothing_else(String resource, String operation, String argument) {
    Object[] arguments = argument == null ? new Object[0] : new Object[] {argument};
    assertThatThrownBy(
            () -> management(BrokerUser.SCHEDULER).invoke(resource, operation, arguments))
        .hasMessageContaining("does not have permission");
  }

  /** The address itself drops what is sent to it when it is full, for each of its subscribers. */
  @Test
  void a_subscriber_that_does_not_read_takes_the_cancels_from_no_other() {
    String large = "x".repeat(1024);
    try (JMSContext silent = connectionFactory(BrokerUser.WORKER).createContext();
        JMSContext reading = connectionFactory(BrokerUser.WORKER).createContext();
        JMSContext sending =
            connectionFactory(BrokerUser.SCHEDULER).createContext(JMSContext.SESSION_TRANSACTED)) {
      Topic control = sending.createTopic("scheduler.control");
      silent.setAutoStart(false);
      silent.createConsumer(control);
      JMSProducer producer = sending.createProducer().setDeliveryMode(DeliveryMode.NON_PERSISTENT);
      for (int i = 0; i < 8_000; i++) {
        producer.send(control, large);
      }
      sending.commit();
      JMSConsumer cancels = reading.createConsumer(control);

      // The address frees the memory of what it has dropped a moment later
      await()
          .until(
              () -> {
                producer.send(control, "a cancel");
                sending.commit();
                return "a cancel".equals(cancels.receiveBody(String.class, 500));
              });
    }
  }

  @Test
  void the_broker_remembers_buckets_of_groups_instead_of_each_group() throws Exception {
    try (var management =
        new SimpleManagement(stack.broker().url(), stack.broker().user(), stack.broker().password())
            .open()) {
      assertThat(management.simpleManagementInt("queue.test.registration", "getGroupBuckets"))
          .isEqualTo(1024);
    }
  }

  /** A global id of no transaction, as the broker writes them. */
  private static final String UNKNOWN_BRANCH = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private void attempt(BrokerUser user, BrokerAction deed, String address) throws JMSException {
    try (JMSContext context = connectionFactory(user).createContext()) {
      deed.attempt(context, address);
    }
  }

  private void connect(String user, String password) {
    new ActiveMQConnectionFactory(stack.broker().url(), user, password).createContext().close();
  }

  private BrokerManagement management(BrokerUser user) {
    return new BrokerManagement(connectionFactory(user));
  }

  private ActiveMQConnectionFactory connectionFactory(BrokerUser user) {
    return new ActiveMQConnectionFactory(
        stack.broker().url(), user.user(), stack.broker().password(user));
  }
}
