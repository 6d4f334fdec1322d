package org.goodtiming.scheduler.benchmarks.timers;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ExpiriesTest {

  @Test
  void an_expiry_without_a_handler_waits_for_the_next_handler() throws Exception {
    var handled = new ArrayBlockingQueue<String>(2);
    Expiries.to(payload -> handled.add("before " + payload));
    Expiries.handOn("a");
    Expiries.hold();
    var waiting = CompletableFuture.runAsync(() -> Expiries.handOn("b"));
    assertThat(handled).containsExactly("before a");

    Expiries.to(payload -> handled.add("after " + payload));

    waiting.get(10, SECONDS);
    assertThat(handled).containsExactly("before a", "after b");
  }
}
