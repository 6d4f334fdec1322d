package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.testkit.TestScheduler;
import org.junit.jupiter.api.Test;

class OrderCheckTest {
  @Test
  void an_order_is_checked_when_it_is_due() {
    TestScheduler scheduler =
        TestScheduler.at(Instant.parse("2026-12-01T10:00:00Z"), "order-check");
    OrderCheck worker = new OrderCheck();
    scheduler.handlers(worker);

    scheduler.schedule(
        JobRequest.on("order-check")
            .jobId("4711")
            .delay(Duration.ofMinutes(30))
            .text("{\"id\": \"4711\"}")
            .contentType("application/json")
            .build());
    scheduler.advance(Duration.ofMinutes(30));

    assertEquals("4711", worker.checked);
  }
}
