package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An expectation is fulfilled, or its job comes: one of both, and the receipt tells which. */
class ExpectationIT {

  private static final String QUEUE = "test.registration";
  private static final int EXPECTATIONS = Volume.of(100, 1_000);
  private static final int MILLIS_APART = 40;

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final Registrant registrant = new Registrant(stack.connectionFactory());
  @AutoClose private final Worker worker = new Worker(stack.connectionFactory(), QUEUE);

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void each_expectation_that_is_fulfilled_while_it_becomes_due_has_one_outcome_that_is_reported() {
    Instant first = stack.now().plusSeconds(1);
    List<String> jobIds = IntStream.range(0, EXPECTATIONS).mapToObj(String::valueOf).toList();
    jobIds.forEach(each -> expect(each, first.plusMillis(MILLIS_APART * Long.parseLong(each))));
    jobIds.forEach(each -> assertThat(registrant.receipt().status()).isEqualTo("accepted"));
    Set<String> escalated = new HashSet<>(Set.of(worker.receive().jobId()));

    Map<String, String> told = fulfil(jobIds);

    Set<String> tooLate = keys(told, "cancel-noted");
    Set<String> fulfilled = keys(told, "cancelled");
    assertThat(fulfilled).as("some of %s", told).isNotEmpty();
    assertThat(fulfilled.size() + tooLate.size()).as("told").isEqualTo(EXPECTATIONS);
    while (escalated.size() < tooLate.size()) {
      assertThat(escalated.add(worker.receive().jobId())).as("a job that comes once").isTrue();
    }
    assertThat(escalated).isEqualTo(tooLate);
    await().until(() -> stack.ledger("cancelled") == fulfilled.size());
    assertThat(stack.ledger("dispatched")).isEqualTo(tooLate.size());
    assertThat(stack.ledger("waiting")).isZero();
    assertThat(worker.nothingMore()).as("no fulfilled expectation comes").isTrue();
  }

  @Test
  void an_expectation_that_is_already_fulfilled_is_not_registered_again() {
    Instant before = stack.now().minusSeconds(60);
    assertThat(fulfil("1")).isEqualTo("cancel-noted");
    Map<String, Object> expectation =
        Map.of("scheduler_jobId", "1", "scheduler_delay", "PT1H", "scheduler_since", "" + before);
    assertThat(registrant.ask("", expectation).status()).isEqualTo("overtaken");
    assertThat(stack.ledger("registered")).isZero();
  }

  private void expect(String jobId, Instant dueAt) {
    registrant.sendForReceipt(
        Map.of("scheduler_jobId", jobId, "scheduler_dueAt", dueAt.toString()));
  }

  private Map<String, String> fulfil(List<String> jobIds) {
    long seed = System.nanoTime();
    System.out.println("ExpectationIT: seed " + seed);
    List<String> shuffled = new ArrayList<>(jobIds);
    Collections.shuffle(shuffled, new Random(seed));
    Map<String, String> told = new TreeMap<>();
    shuffled.forEach(each -> told.put(each, fulfil(each)));
    return told;
  }

  private String fulfil(String jobId) {
    return registrant.ask("", Map.of("scheduler_jobId", jobId, "scheduler_op", "cancel")).status();
  }

  private static Set<String> keys(Map<String, String> told, String status) {
    Set<String> keys = new HashSet<>(told.keySet());
    keys.removeIf(each -> !told.get(each).equals(status));
    return keys;
  }
}
