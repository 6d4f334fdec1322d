package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.dev.ServerNode;

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

  private ClockFault() {}

  private static FaultOutcome strike(FaultContext context, String offset) throws Exception {
    return alone(context, FakeClock.of(offset), offset, () -> {}).outcome();
  }

  private static FaultOutcome setBack(FaultContext context) throws Exception {
    var clock = context.state().resolve("clock");
    Files.writeString(clock, "+0");
    var alone =
        alone(context, FakeClock.setBy(clock), "set back", () -> Files.writeString(clock, "-1h"));
    if (!alone.led()) {
      throw new IllegalStateException(alone.outcome().text());
    }
    return alone.outcome();
  }

  /** A node with this environment works alone for a while. */
  private static Alone alone(
      FaultContext context, Map<String, String> environment, String what, Change change)
      throws Exception {
    var victim = context.anyNode();
    var others = context.nodes().stream().filter(node -> !node.equals(victim)).toList();
    victim.stop();
    try {
      victim.start(environment);
      change.make();
      others.forEach(ServerNode::stop);
      context.wait(Duration.ofSeconds(10), Duration.ofSeconds(20));
      return new Alone(victim.name() + " " + what, context.leads(victim));
    } finally {
      victim.kill();
    }
  }

  /** A node that worked alone, and whether it led. */
  private record Alone(String what, boolean led) {

    FaultOutcome outcome() {
      return FaultOutcome.of(what + (led ? ", it led" : ", it did not lead"));
    }
  }

  private interface Change {
    void make() throws IOException;
  }
}
