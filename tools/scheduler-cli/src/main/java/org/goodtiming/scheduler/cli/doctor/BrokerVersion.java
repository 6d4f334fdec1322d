package org.goodtiming.scheduler.cli.doctor;

import java.util.Arrays;
import java.util.List;

/**
 * The version of a broker.
 *
 * @param text such as 2.56.0
 */
record BrokerVersion(String text) {

  static final String OLDEST = "2.52.0";

  /** Whether it is too old. */
  List<Finding> findings() {
    if (Arrays.compare(numbers(text), numbers(OLDEST)) >= 0) {
      return List.of();
    }
    return List.of(
        new Finding(
            FindingCode.UNSAFE_BROKER,
            "the broker has version %s; before %s a client that has not logged in can take and add messages (CVE-2026-27446)"
                .formatted(text, OLDEST),
            Cure.advice(
                "stop the broker, and upgrade its instance with 'artemis upgrade' of version %s or newer"
                    .formatted(OLDEST))));
  }

  /** Major and minor. */
  private static int[] numbers(String version) {
    return Arrays.stream(version.split("\\D+")).limit(2).mapToInt(Integer::parseInt).toArray();
  }
}
