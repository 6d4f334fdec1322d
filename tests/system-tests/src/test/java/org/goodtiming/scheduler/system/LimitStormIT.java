package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.dev.ServerNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The limits of concurrent runs, of a queue and of each key, while nodes are killed and deployed
 * again; the workers count.
 */
@Disruptive
@Nightly
class LimitStormIT {

  private static final String QUEUE = "test.limited";
  private static final int LIMIT = 5;
  private static final int WORKERS = 3 * LIMIT;
  private static final List<String> CUSTOMERS = List.of("a", "b", "c");
  private static final int RUNS_OF_EACH = 2;
  private static final int JOBS_OF_EACH = 66;
  private static final int JOBS = CUSTOMERS.size() * JOBS_OF_EACH;
  private static final int KILLS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** So long that runs of two leaders would meet. */
  private static final Duration WORK = Duration.ofMillis(200);

  private final SystemStack stack = SystemStack.shared();
  private final Tally all = new Tally();
  private final Map<String, Tally> ofEach =
      CUSTOMERS.stream().collect(Collectors.toMap(customer -> customer, customer -> new Tally()));
  private final AtomicInteger done = new AtomicInteger();

  private static final class Tally {
    private final AtomicInteger atWork = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    void begin() {
      most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
    }

    void end() {
      atWork.decrementAndGet();
    }
  }

  @BeforeEach
  void limit() {
    stack.startAllNodes();
    stack.clear();
    stack.allow(QUEUE);
    new BrokerManagement(stack.connectionFactory()).purge(QUEUE);
    stack.execute(
        """
        UPDATE scheduler.worker_queue
           SET max_concurrent_runs = %d, finished_when_acknowledged = true, key_property = 'x_customer', max_concurrent_runs_per_key = %d
         WHERE name = '%s'
        """
            .formatted(LIMIT, RUNS_OF_EACH, QUEUE));
  }

  @AfterAll
  static void leave_two_nodes() {
    SystemStack.shared().startAllNodes();
    SystemStack.shared().clear();
  }

  @Test
  void no_kill_and_no_redeployment_lets_more_runs_begin_than_the_limit() {
    CUSTOMERS.forEach(customer -> stack.registerDue(QUEUE, JOBS_OF_EACH, customer));
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    try {
      List<CompletableFuture<Void>> workers = new ArrayList<>();
      IntStream.range(0, WORKERS)
          .forEach(i -> workers.add(CompletableFuture.runAsync(this::work, threads)));
      for (int kill = 1; kill <= KILLS; kill++) {
        awaitDone(kill * JOBS / 6);
        ServerNode victim = stack.leader();
        victim.kill();
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> !stack.value("SELECT holder FROM scheduler.lease").equals(victim.name()));
        victim.start();
      }
      awaitDone(4 * JOBS / 6);
      stack.redeployScheduler(stack.leader());
      awaitDone(JOBS);
      workers.forEach(CompletableFuture::join);
    } finally {
      threads.shutdownNow();
    }
    assertThat(all.most.get()).isEqualTo(LIMIT);
    assertThat(ofEach.values()).allMatch(customer -> customer.most.get() == RUNS_OF_EACH);
    assertThat(stack.ledger("dispatched")).isEqualTo(JOBS);
    assertThat(stack.ledger("difference")).isZero();
  }

  /** Counts the run as long as nothing can have told its end. */
  private void work() {
    try (JMSContext context =
            stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      while (done.get() < JOBS) {
        Message message = consumer.receive(500);
        if (message != null) {
          Tally customer = ofEach.get(message.getStringProperty("x_customer"));
          all.begin();
          customer.begin();
          await().pollDelay(WORK).until(() -> true);
          customer.end();
          all.end();
          context.commit();
          done.incrementAndGet();
        }
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitDone(int jobs) {
    await().atMost(PATIENCE).until(() -> done.get() >= jobs);
  }
}
