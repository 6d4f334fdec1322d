package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.dev.PayaraNode;

/** A node's clock is an hour wrong, and that node leads. */
final class ClockFault {

  static final List<Fault> ALL =
      List.of(
          new Fault(
                  "clock-ahead",
                  "the leader's clock is an hour ahead (needs libfaketime)",
                  context -> strike(context, "+1h"))
              .lasting(Duration.ofSeconds(60)),
          new Fault(
                  "clock-behind",
                  "the leader's clock is an hour behind (needs libfaketime)",
                  context -> strike(context, "-1h"))
              .lasting(Duration.ofSeconds(60)),
          new Fault(
                  "clock-set-back",
                  "a node's clock is set back by an hour, then the other node stops (needs libfaketime)",
                  ClockFault::setBack)
              .lasting(Duration.ofSeconds(60)));

  private static final String LED = ", it led";

  private ClockFault() {}

  private static FaultOutcome strike(FaultContext context, String offset) throws Exception {
    return alone(context, FakeClock.of(offset), offset, () -> {});
  }

  private static FaultOutcome setBack(FaultContext context) throws Exception {
    var clock = context.state().resolve("clock");
    Files.writeString(clock, "+0");
    var outcome =
        alone(context, FakeClock.setBy(clock), "set back", () -> Files.writeString(clock, "-1h"));
    if (!outcome.text().endsWith(LED)) {
      throw new IllegalStateException(outcome.text());
    }
    return outcome;
  }

  /** A node with this environment works alone for a while. */
  private static FaultOutcome alone(
      FaultContext context, Map<String, String> environment, String what, Change change)
      throws Exception {
    var victim = context.anyNode();
    var others = context.nodes().stream().filter(node -> !node.equals(victim)).toList();
    victim.stop();
    try {
      victim.start(environment);
      change.make();
      others.forEach(PayaraNode::stop);
      context.wait(Duration.ofSeconds(10), Duration.ofSeconds(20));
      boolean led = context.leads(victim);
      return FaultOutcome.of(victim.name() + " " + what + (led ? LED : ", it did not lead"));
    } finally {
      victim.kill();
    }
  }

  private interface Change {
    void make() throws IOException;
  }
}
