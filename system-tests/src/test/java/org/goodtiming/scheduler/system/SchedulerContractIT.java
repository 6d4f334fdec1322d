package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.testkit.SchedulerContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The real scheduler keeps the contract by which the test kit's is measured. */
class SchedulerContractIT extends SchedulerContract {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemStack stack = SystemStack.shared();

  private Registrant registrant;

  @BeforeEach
  void connect() {
    stack.clear();
    registrant = new Registrant(stack.connectionFactory());
  }

  @AfterEach
  void disconnect() {
    registrant.close();
    stack.clear();
  }

  @Override
  protected Instant now() {
    return stack.now();
  }

  @Override
  protected void schedule(JobRequest request) {
    byte[] bytes = request.bytes();
    if (bytes == null) {
      registrant.ask(request.text(), request.properties());
    } else {
      registrant.askBytes(bytes, request.properties());
    }
  }

  @Override
  protected void cancel(JobKey key) {
    registrant.ask(
        "",
        Map.of(
            "scheduler_op",
            "cancel",
            "scheduler_queue",
            key.queue(),
            "scheduler_jobId",
            key.jobId()));
  }

  @Override
  protected void work(int deliveries, Consumer<JobDelivery> worker) {
    try (JMSContext context =
            stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      for (int delivery = 0; delivery < deliveries; delivery++) {
        Message message = consumer.receive(PATIENCE.toMillis());
        assertThat(message).as("a delivery within %s", PATIENCE).isNotNull();
        work(context, JobDelivery.of(message), worker);
      }
    }
  }

  @SuppressWarnings("CatchingUnchecked") // As a container does
  private static void work(JMSContext context, JobDelivery delivery, Consumer<JobDelivery> worker) {
    try {
      worker.accept(delivery);
      context.commit();
    } catch (RuntimeException e) {
      context.rollback();
    }
  }

  @Override
  protected void calendar(String name, String excludes) {
    RestClient rest = new RestClient(stack.node(1));
    String json = Json.createObjectBuilder().add("excludes", excludes).build().toString();
    assertThat(rest.put("/calendars/" + name, json).status()).isBetween(200, 201);
  }

  @Override
  protected void definition(String name, String json) {
    RestClient rest = new RestClient(stack.node(1));
    assertThat(rest.put("/definitions/" + name, json).status()).isBetween(200, 201);
  }

  @Override
  protected int waiting() {
    return (int) stack.ledger("waiting");
  }

  @Override
  protected List<String> refused() {
    return stack.values("SELECT code FROM scheduler.quarantine ORDER BY id");
  }
}
