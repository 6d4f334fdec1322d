package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * Random registrations: the same seed makes the same ones. Each is to be found by x_n, its number.
 */
final class Fuzz {

  private static final List<String> NASTY =
      List.of(
          "",
          " ",
          "'",
          "'; DROP TABLE scheduler.job; --",
          "1=1 OR TRUE",
          "\0",
          "a\0b",
          "\ud800",
          "\udc00x",
          "\u2603 Grüße \ud83d\ude00",
          "PT1S",
          "-1",
          "true",
          "NaN",
          "2026-13-01T00:00:00Z",
          "scheduler.jobs",
          "%s%n",
          "${jndi:x}",
          "x".repeat(251),
          "x".repeat(40_000),
          "a:b\\cd",
          "\\",
          "{\"a\":1}",
          "\ufffe");

  private static final List<String> NAMES =
      List.of(
          "scheduler_op",
          "scheduler_ifExists",
          "scheduler_priority",
          "scheduler_expiresAt",
          "scheduler_group",
          "scheduler_contentType",
          "scheduler_version",
          "scheduler_delay",
          "scheduler_dueAt",
          "scheduler_queue",
          "scheduler_fireId",
          "scheduler_nonsense",
          "scheduler_recurrence",
          "scheduler_tracked",
          "traceparent",
          "tracestate",
          "x_a",
          "x_b",
          "x_",
          "other",
          "JMSXGroupID",
          "JMSXGroupSeq",
          "_AMQ_GROUP_ID",
          "JMSType",
          "x-dash",
          "x_with space",
          "_AMQ_LVQ_NAME",
          "__AMQ_CID",
          "_AMQ_ORIG_ADDRESS",
          "content-type",
          "x_\u00fc",
          "1x",
          "select",
          "NULL",
          "x_" + "n".repeat(300));

  private final Random random;

  Fuzz(long seed) {
    random = new Random(seed);
  }

  int next(int bound) {
    return random.nextInt(bound);
  }

  /** Mostly valid, often not; values of the types that JMS has. */
  Map<String, Object> properties(int number) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("scheduler_queue", "test.registration");
    properties.put("scheduler_jobId", "fuzz " + number);
    properties.put("scheduler_dueAt", "21000101T000000Z");
    for (int i = next(4); i > 0; i--) {
      properties.put(name(), value());
    }
    if (next(50) == 0) {
      properties.put("_AMQ_SCHED_DELIVERY", System.currentTimeMillis() + next(2_000));
    }
    if (next(20) == 0) {
      properties.put(
          "_AMQ_DUPL_ID", "dup " + UUID.nameUUIDFromBytes(("" + number).getBytes(UTF_8)));
    }
    properties.put("x_n", number);
    // Others would not be found again: the job is removed, or another one's
    properties.remove("scheduler_op", "cancel");
    return properties;
  }

  String name() {
    return NAMES.get(next(NAMES.size()));
  }

  Object value() {
    return switch (next(9)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextInt();
      case 2 -> (short) random.nextInt();
      case 3 -> (byte) random.nextInt();
      case 4 -> random.nextDouble();
      case 5 -> Float.intBitsToFloat(random.nextInt());
      case 6 -> random.nextBoolean();
      default -> text();
    };
  }

  /** What only AMQP can express as a property. */
  Object amqpValue() {
    return switch (next(8)) {
      case 0 -> new Date(random.nextLong());
      case 1 -> new UUID(random.nextLong(), random.nextLong());
      case 2 -> 'x';
      default -> value();
    };
  }

  String text() {
    return NASTY.get(next(NASTY.size()));
  }

  byte[] bytes() {
    byte[] bytes = new byte[next(10) == 0 ? next(200_000) : next(200)];
    random.nextBytes(bytes);
    return bytes;
  }
}
