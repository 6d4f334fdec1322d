package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.ClientOptions;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The topic of events for applications without JMS: durable subscriptions by AMQP and STOMP. */
class EventProtocolsIT {

  private static final String QUEUE = "test.registration";
  private static final String TOPIC = "scheduler.events";
  private static final String SUBSCRIPTION = "protocols-test";
  private static final int PATIENCE_SECONDS = 30;

  private final SystemStack stack = SystemStack.shared();
  private final Broker broker = stack.broker();

  private TrackedJobs jobs;

  /** An event as its subscriber sees it. */
  private record Event(Map<String, String> attributes, String data) {

    String type() {
      return attributes.get("cloudEvents_type");
    }
  }

  @BeforeEach
  void open() {
    stack.clear();
    jobs = new TrackedJobs(stack, QUEUE);
    assertThat(
            new RestClient(stack.node(1))
                .put("/worker-queues/" + QUEUE, "{\"events\": true}")
                .status())
        .isEqualTo(200);
  }

  @AfterEach
  void close() {
    jobs.close();
    stack.clear();
  }

  @Test
  void a_durable_subscription_by_amqp_gets_the_events_of_the_time_in_which_it_was_away()
      throws Exception {
    try (Client client = Client.create(new ClientOptions().id(SUBSCRIPTION))) {
      amqp(client).detach();
    }
    jobs.register("amqp", "the body");
    jobs.await("amqp", ExecutionState.DISPATCHED);
    List<Event> events = new ArrayList<>();
    try (Client client = Client.create(new ClientOptions().id(SUBSCRIPTION))) {
      Receiver receiver = amqp(client);
      while (events.size() < 2) {
        addOf("amqp", event(receiver), events);
      }
      // Ends the subscription
      receiver.close();
    }
    assertEvents("amqp", events);
  }

  private Receiver amqp(Client client) throws Exception {
    ConnectionOptions login =
        new ConnectionOptions()
            .user(BrokerUser.WORKER.user())
            .password(broker.password(BrokerUser.WORKER));
    Connection connection = client.connect(broker.host(), broker.port(), login);
    Receiver receiver = connection.openDurableReceiver(TOPIC, SUBSCRIPTION);
    return receiver.openFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static Event event(Receiver receiver) throws ClientException {
    Delivery delivery = receiver.receive(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(delivery).as("an event within %d s", PATIENCE_SECONDS).isNotNull();
    Message<Object> message = delivery.message();
    Map<String, String> attributes = new HashMap<>();
    message.forEachProperty((name, value) -> attributes.put(name, String.valueOf(value)));
    return new Event(attributes, message.body().toString());
  }

  @Test
  void a_durable_subscription_by_stomp_gets_the_events_of_the_time_in_which_it_was_away()
      throws IOException {
    try (StompConnection connection = stomp()) {
      awaitReceipt(connection);
    }
    jobs.register("stomp", "the body");
    jobs.await("stomp", ExecutionState.DISPATCHED);
    List<Event> events = new ArrayList<>();
    try (StompConnection connection = stomp()) {
      while (events.size() < 2) {
        addOf("stomp", event(connection), events);
      }
      connection.send(
          "UNSUBSCRIBE\nid:1\ndurable-subscription-name:%s\nreceipt:2\n\n".formatted(SUBSCRIPTION),
          new byte[0]);
      awaitReceipt(connection);
    }
    assertEvents("stomp", events);
  }

  private StompConnection stomp() throws IOException {
    StompConnection connection = new StompConnection(broker, BrokerUser.WORKER, SUBSCRIPTION);
    connection.send(
        "SUBSCRIBE\nid:1\ndestination:%s\nsubscription-type:MULTICAST\nack:auto\ndurable-subscription-name:%s\nreceipt:1\n\n"
            .formatted(TOPIC, SUBSCRIPTION),
        new byte[0]);
    return connection;
  }

  /** Events of jobs of other tests may come late. */
  private static void addOf(String jobId, Event event, List<Event> events) {
    if (jobId.equals(event.attributes().get("scheduler_jobId"))) {
      events.add(event);
    }
  }

  private static void awaitReceipt(StompConnection connection) throws IOException {
    String frame = connection.frame();
    while (frame.startsWith("MESSAGE")) {
      frame = connection.frame();
    }
    assertThat(frame).startsWith("RECEIPT");
  }

  /** Skips receipts. */
  private static Event event(StompConnection connection) throws IOException {
    String frame = connection.frame();
    while (frame.startsWith("RECEIPT")) {
      frame = connection.frame();
    }
    assertThat(frame).startsWith("MESSAGE");
    int end = frame.indexOf("\n\n");
    Map<String, String> attributes = new HashMap<>();
    frame
        .substring(0, end)
        .lines()
        .skip(1)
        .map(line -> line.split(":", 2))
        .forEach(header -> attributes.put(header[0], header[1].replace("\\c", ":")));
    return new Event(attributes, frame.substring(end + 2));
  }

  private static void assertEvents(String jobId, List<Event> events) {
    assertThat(events)
        .extracting(Event::type)
        .containsExactly(
            "org.goodtiming.scheduler.job.registered", "org.goodtiming.scheduler.job.dispatched");
    Map<String, String> attributes = events.get(0).attributes();
    assertThat(attributes)
        .containsEntry("cloudEvents_specversion", "1.0")
        .containsEntry("cloudEvents_source", "/scheduler")
        .containsEntry("cloudEvents_subject", QUEUE + "/" + jobId)
        .containsEntry("cloudEvents_datacontenttype", "application/json")
        .containsEntry("scheduler_queue", QUEUE)
        .containsEntry("scheduler_jobId", jobId)
        .containsKeys("cloudEvents_id", "cloudEvents_time", "cloudEvents_sequence");
    try (JsonReader data = Json.createReader(new StringReader(events.get(0).data()))) {
      assertThat(data.readObject().getString("jobId")).isEqualTo(jobId);
    }
  }
}
