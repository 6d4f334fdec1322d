package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.system.told.Diary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an application hears of its jobs on the topic of events. */
@Disruptive
class EventsIT {

  private static final String QUEUE = "test.registration";
  private static final String TYPE = "org.goodtiming.scheduler.";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SystemStack stack = SystemStack.shared();
  private final TrackedJobs jobs = new TrackedJobs(stack, QUEUE);

  private JMSContext subscriber;
  private JMSConsumer events;

  @BeforeEach
  void subscribe() {
    stack.clear();
    subscriber = worker().createContext();
    subscriber.setClientID("events-test");
    events =
        subscriber.createDurableConsumer(
            subscriber.createTopic("scheduler.events"), "subscription");
    assertThat(
            new RestClient(stack.node(2))
                .put("/worker-queues/" + QUEUE, "{\"events\": true}")
                .json()
                .getBoolean("events"))
        .isTrue();
  }

  @AfterEach
  void unsubscribe() {
    stack.startAllNodes();
    events.close();
    subscriber.unsubscribe("subscription");
    subscriber.close();
    jobs.close();
    stack.clear();
  }

  @Test
  void a_tracked_job_has_events_from_its_registration_to_its_end() throws JMSException {
    jobs.register("4711", "the body");
    Message registered = next();
    assertThat(registered.getStringProperty("cloudEvents_specversion")).isEqualTo("1.0");
    assertThat(registered.getStringProperty("cloudEvents_subject")).isEqualTo(QUEUE + "/4711");
    assertThat(registered.getStringProperty("cloudEvents_type")).isEqualTo(TYPE + "job.registered");
    assertThat(registered.getBody(String.class)).contains("\"jobId\":\"4711\"");
    assertThat(type(next())).isEqualTo("job.dispatched");
    try (JMSContext context = worker().createContext();
        JMSConsumer deliveries = context.createConsumer(context.createQueue(QUEUE))) {
      Execution execution = Execution.of(deliveries.receive(PATIENCE.toMillis()), worker());
      execution.started();
      // The nodes take reports at the same time: an end that overtook the start would be the only
      // event
      assertThat(type(next())).isEqualTo("job.started");
      execution.finished();
    }
    assertThat(type(next())).isEqualTo("job.finished");
    await().atMost(PATIENCE).until(() -> waiting() == 0);
  }

  @Nightly
  @Test
  void an_application_observes_events_as_CDI_events() {
    stack.execute(
        """
        DROP TABLE IF EXISTS shop.diary;
        CREATE TABLE shop.diary (observer text, entry text);
        GRANT SELECT, INSERT ON shop.diary TO shop
        """);
    try (DeployedWorker application = new DeployedWorker(stack, "told", Diary.class)) {
      jobs.register("4711", "the body");
      try (JMSContext context = worker().createContext();
          JMSConsumer deliveries = context.createConsumer(context.createQueue(QUEUE))) {
        Execution.of(deliveries.receive(PATIENCE.toMillis()), worker()).finished();
      }
      await().atMost(PATIENCE).until(() -> diary("finished").size() == 1);
      assertThat(diary("finished")).containsExactly("job.finished 4711");
      assertThat(diary("all"))
          .containsExactly("job.registered 4711", "job.dispatched 4711", "job.finished 4711");
    }
    stack.execute("DROP TABLE shop.diary");
  }

  private List<String> diary(String observer) {
    return stack.values(
        "SELECT entry FROM shop.diary WHERE observer = '%s' ORDER BY ctid".formatted(observer));
  }

  @Test
  void a_queue_without_events_publishes_nothing() {
    new RestClient(stack.node(1)).put("/worker-queues/" + QUEUE, "{\"events\": false}");
    jobs.register("4711", "the body");
    jobs.await("4711", ExecutionState.DISPATCHED);
    assertThat(waiting()).isZero();
    assertThat(events.receiveNoWait()).isNull();
  }

  @Nightly
  @Test
  void each_event_comes_at_least_once_and_in_the_order_of_its_job_when_the_leader_is_killed()
      throws JMSException {
    int count = 1_000;
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.sendAll(count, EventsIT::job);
      await().atMost(PATIENCE).until(() -> stack.ledger("dispatched") >= count / 4);
      stack.leader().kill();
    }
    Map<String, List<String>> told = new HashMap<>();
    Set<String> ids = new HashSet<>();
    Message event = events.receive(PATIENCE.toMillis());
    while (event != null) {
      if (ids.add(event.getStringProperty("cloudEvents_id"))) {
        told.computeIfAbsent(
                event.getStringProperty("cloudEvents_subject"), id -> new ArrayList<>())
            .add(type(event));
      }
      event = events.receive(ids.size() <= 2 * count ? PATIENCE.toMillis() : 1_000);
    }
    assertThat(told.remove("default")).as("of the partition").containsExactly("lease.changed");
    assertThat(told).hasSize(count);
    assertThat(told.values()).containsOnly(List.of("job.registered", "job.dispatched"));
    assertThat(waiting()).isZero();
    assertThat(stack.ledger("difference")).isZero();
  }

  /** As after a crash between the sends and the removal from the outbox. */
  @Test
  void an_event_that_was_sent_before_does_not_come_again_and_holds_up_no_other()
      throws JMSException {
    jobs.register("4711", "the body");
    Message sent = next();
    assertThat(type(next())).isEqualTo("job.dispatched");
    await().atMost(PATIENCE).until(() -> waiting() == 0);
    stack.execute(
        "INSERT INTO scheduler.event (id, type, queue) VALUES ('%s', 'queue.paused', '%s'), (DEFAULT, 'queue.resumed', '%s')"
            .formatted(sent.getStringProperty("cloudEvents_id"), QUEUE, QUEUE));
    assertThat(type(next())).isEqualTo("queue.resumed");
    await().atMost(PATIENCE).until(() -> waiting() == 0);
  }

  /** They become due in the course of three seconds. */
  private static Map<String, Object> job(int number) {
    return Map.of(
        "scheduler_queue",
        QUEUE,
        "scheduler_jobId",
        "job-" + number,
        "scheduler_delay",
        Duration.ofMillis(1_000 + 3L * number).toString());
  }

  private long waiting() {
    return stack.integer("SELECT count(*) FROM scheduler.event");
  }

  private Message next() {
    Message event = events.receive(PATIENCE.toMillis());
    assertThat(event).as("an event within %s", PATIENCE).isNotNull();
    return event;
  }

  private static String type(Message event) throws JMSException {
    return event.getStringProperty("cloudEvents_type").substring(TYPE.length());
  }

  private ConnectionFactory worker() {
    Broker broker = stack.broker();
    return new ActiveMQConnectionFactory(
        broker.url(), BrokerUser.WORKER.user(), broker.password(BrokerUser.WORKER));
  }
}
