package org.goodtiming.scheduler.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.dev.PayaraNode;

/** A node's clock is an hour wrong, and that node leads. */
final class ClockFault {

  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String LIBRARY = "libfaketimeMT.so.1";

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
              .lasting(Duration.ofSeconds(60)));

  private ClockFault() {}

  private static FaultOutcome strike(FaultContext context, String offset) throws Exception {
    var victim = context.anyNode();
    var others = context.nodes().stream().filter(node -> !node.equals(victim)).toList();
    victim.stop();
    try {
      victim.start(environment(offset));
      others.forEach(PayaraNode::stop);
      context.wait(Duration.ofSeconds(10), Duration.ofSeconds(20));
      boolean led = context.leads(victim);
      return FaultOutcome.of(
          victim.name() + " " + offset + (led ? ", it led" : ", it did not lead"));
    } finally {
      victim.kill();
    }
  }

  private static Map<String, String> environment(String offset) throws Exception {
    return Map.of(
        "LD_PRELOAD",
        library().toString(),
        "FAKETIME",
        offset,
        // Monotonic time stays true: a wrong wall clock does not make waits longer.
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        // With this fix for an old C library, waits by monotonic time end at once.
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0",
        // The processes of a node need not agree on the time, and each look at a clock is dear.
        "FAKETIME_DISABLE_SHM",
        "1");
  }

  private static Path library() throws Exception {
    try (var files = Files.find(LIBRARIES, 4, (file, a) -> file.endsWith(LIBRARY))) {
      return files
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      "there is no %s below %s: install libfaketime (apt-get install libfaketime), or leave this fault out"
                          .formatted(LIBRARY, LIBRARIES)));
    }
  }
}
