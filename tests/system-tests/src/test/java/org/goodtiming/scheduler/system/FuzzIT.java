package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Registrations at random, of every kind and protocol: 100,000 with -Dscheduler.fuzz=100000. */
class FuzzIT {

  private static final String FOUND =
      """
      SELECT (properties::json ->> 'x_n') FROM scheduler.job
      UNION ALL SELECT (properties::json ->> 'x_n') FROM scheduler.quarantine
      """;

  /** Caches and pools fill; what grew with each message would be far more. */
  private static final long MAX_GROWTH = 64;

  private final SystemStack stack = SystemStack.shared();

  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  /** A random due time may be now: then the job is to wait, to be counted. */
  @BeforeEach
  void wait_for_no_worker() {
    stack.clear();
    stack.pause("test.registration", true);
  }

  @AfterEach
  void empty() {
    stack.clear();
  }

  @Test
  void every_registration_is_stored_or_kept_with_its_reason_and_none_is_lost() {
    int count = Integer.getInteger("scheduler.fuzz", Volume.of(100, 2_000));
    long seed = Long.getLong("scheduler.seed", 20_261_120L);
    List<String> sent = new ArrayList<>();
    long before = liveHeap();
    try (FuzzSenders senders =
        new FuzzSenders(new Fuzz(seed), stack.connectionFactory(), stack.broker())) {
      for (int number = 0; number < count; number++) {
        if (senders.send(number)) {
          sent.add(Integer.toString(number));
        }
      }
    }
    int accepted = sent.size();
    await()
        .atMost(Duration.ofSeconds(60).plusMillis(10L * count))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              assertThat(accountedFor()).as(this::queues).isGreaterThanOrEqualTo(accepted);
              assertThat(broker.messagesOn("scheduler.jobs.amqp")).isZero();
            });
    List<String> found = stack.values(FOUND);
    // Of what nothing can decode, the number is unknown, too
    long unknown = found.stream().filter("null"::equals).count();
    found.removeIf("null"::equals);
    assertThat(found).as("seed %d", seed).doesNotHaveDuplicates();
    sent.removeAll(new HashSet<>(found));
    assertThat(sent).as("not found, seed %d", seed).hasSizeLessThanOrEqualTo((int) unknown);
    assertThat(stack.values("SELECT DISTINCT code FROM scheduler.quarantine"))
        .allMatch(code -> code.matches("SCHED-\\d{4}"));
    long after = liveHeap();
    assertThat(after).as("MiB that live in both heaps").isLessThan(before + MAX_GROWTH);
    System.out.printf(
        "fuzz: seed %d, heaps %d MiB before and %d after, %d sent, %d stored, %d in quarantine (%s)%n",
        seed,
        before,
        after,
        accepted,
        stack.integer("SELECT count(*) FROM scheduler.job"),
        stack.integer("SELECT count(*) FROM scheduler.quarantine"),
        stack.value(
            "SELECT string_agg(code || ' ' || n, ', ' ORDER BY code) FROM (SELECT code, count(*) AS n FROM scheduler.quarantine GROUP BY code) c"));
  }

  private long liveHeap() {
    return NodeHeap.live(stack.node(1)) + NodeHeap.live(stack.node(2));
  }

  private String queues() {
    return Stream.of("jobs", "jobs.amqp", "unreadable", "dead", "dead.amqp", "expired")
        .map(name -> "scheduler." + name)
        .map(name -> name + " " + broker.messagesOn(name))
        .toList()
        .toString();
  }

  private long accountedFor() {
    return stack.integer(
        "SELECT (SELECT count(*) FROM scheduler.job) + (SELECT count(*) FROM scheduler.quarantine)");
  }
}
