package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.Disruptive;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.RestClient;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The leader dies at each point of the publication of events: with events taken from the outbox,
 * with their sends not committed, with events sent and not removed, and when all of it is done.
 */
@Disruptive
@Nightly
class EventCrashIT {

  private static final String QUEUE = "test.registration";
  private static final int JOBS = 200;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemStack stack = SystemStack.shared();
  private final CrashPoints points =
      new CrashPoints(stack.devStack().state().resolve("points"), Transactions.BY_DEFAULT);

  private JMSContext subscriber;
  private JMSConsumer events;

  @BeforeEach
  void subscribe() {
    stack.clear();
    subscriber = stack.connectionFactory().createContext();
    subscriber.setClientID("event-crash-test");
    events =
        subscriber.createDurableConsumer(
            subscriber.createTopic("scheduler.events"), "subscription");
    new RestClient(stack.node(1)).put("/worker-queues/" + QUEUE, "{\"events\": true}");
  }

  @AfterEach
  void unsubscribe() {
    points.disarm();
    stack.startAllNodes();
    events.close();
    subscriber.unsubscribe("subscription");
    subscriber.close();
    stack.clear();
  }

  static Stream<Point> points() {
    return Point.of(Work.EVENTS);
  }

  @ParameterizedTest
  @MethodSource("points")
  void each_event_comes_at_least_once_and_in_the_order_of_its_job(Point point) throws Exception {
    ServerNode leader = stack.leader();
    points.arm(leader, new PointAction(point, Work.EVENTS, Action.KILL));
    // The node that dies may have some of them
    stack.registerDue(QUEUE, JOBS);
    PointFaults.awaitDeath(leader);

    Map<String, List<String>> told = told();
    await()
        .atMost(PATIENCE)
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.event") == 0);

    assertThat(told).hasSize(JOBS);
    assertThat(told.values()).containsOnly(List.of("job.registered", "job.dispatched"));
    assertThat(stack.ledger("difference")).isZero();
  }

  /** The first of each event, by job, until all have come. */
  private Map<String, List<String>> told() throws JMSException {
    Map<String, List<String>> told = new HashMap<>();
    Set<String> ids = new HashSet<>();
    while (told.values().stream().mapToInt(List::size).sum() < 2 * JOBS) {
      Message event = events.receive(PATIENCE.toMillis());
      assertThat(event).as("an event after %s", told).isNotNull();
      String jobId = event.getStringProperty("scheduler_jobId");
      if (jobId != null && ids.add(event.getStringProperty("cloudEvents_id"))) {
        String type = event.getStringProperty("cloudEvents_type");
        told.computeIfAbsent(jobId, id -> new ArrayList<>())
            .add(type.substring("org.goodtiming.scheduler.".length()));
      }
    }
    return told;
  }
}
