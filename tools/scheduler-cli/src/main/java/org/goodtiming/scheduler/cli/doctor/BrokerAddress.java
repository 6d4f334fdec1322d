package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An address of the scheduler or of a worker queue, at the running broker.
 *
 * @param queues as {@code GET /broker} shows them, each with the settings of the address; at least
 *     one
 */
record BrokerAddress(String name, List<JsonObject> queues) {

  private static final String DEAD = "scheduler.dead";
  private static final String EXPIRED = "scheduler.expired";
  private static final long ALMOST = 80;

  /** A full one drops cancels, which the scheduler repeats. */
  private static final String CONTROL = "scheduler.control";

  /** Addresses that keep messages no node can read, for the administrator. */
  private static final Set<String> KEPT = Set.of("scheduler.oversize", "scheduler.unreadable");

  /** Each subscription has a queue of its own. */
  private static final Set<String> TOPICS = Set.of("scheduler.events", CONTROL);

  /** The faults in its settings. */
  List<AddressFault> faults() {
    List<AddressFault> faults = new ArrayList<>();
    String addressFull = settings().getString("addressFullPolicy", "PAGE");
    String pageFull = settings().getString("pageFullPolicy", "FAIL");
    String diskFull = settings().getString("diskFullPolicy", "unset");
    boolean refuses = addressFull.equals("FAIL") || addressFull.equals("PAGE");
    boolean blocksOrLoses = !refuses || !pageFull.equals("FAIL") || !diskFull.equals("FAIL");
    if (blocksOrLoses && !name.equals(CONTROL)) {
      faults.add(
          new AddressFault(
              FindingCode.FULL_POLICY,
              "address-full-policy %s, page-full-policy %s and disk-full-policy %s"
                  .formatted(addressFull, pageFull, diskFull),
              "address-full-policy PAGE, page-full-policy FAIL, disk-full-policy FAIL"));
    }
    if (!name.equals(DEAD) && !name.equals(EXPIRED) && isLost()) {
      faults.add(
          new AddressFault(
              FindingCode.NOT_QUARANTINED,
              "dead-letter-address '%s' and expiry-address '%s'"
                  .formatted(deadLetterAddress(), expiryAddress()),
              "dead-letter-address %s, expiry-address %s".formatted(DEAD, EXPIRED)));
    }
    return faults;
  }

  /** Whether it almost takes no further message. */
  Optional<Finding> almostFull() {
    long used = Json.number(settings(), "usedPercent");
    if (used < ALMOST) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            FindingCode.ALMOST_FULL,
            "%s uses %d %% of its limit, with %d messages and %d consumers"
                .formatted(name, used, sum("messages"), sum("consumers")),
            cure()));
  }

  private Cure cure() {
    if (KEPT.contains(name)) {
      return Cure.advice(
          "nobody consumes it: look at its messages, and remove them (docs/monitoring.md)");
    }
    if (TOPICS.contains(name)) {
      return Cure.advice(
          "start the subscriber of %s, or delete this queue if the subscriber is gone for good"
              .formatted(fullest()));
    }
    return name.startsWith("scheduler.")
        ? BrokerQueue.REGISTER
        : Cure.advice("start more workers, or raise page-limit-bytes of the address");
  }

  /** The queue with the most messages. */
  private String fullest() {
    JsonObject fullest =
        Collections.max(queues, Comparator.comparingLong(queue -> Json.number(queue, "messages")));
    return Json.text(fullest, "name");
  }

  private boolean isLost() {
    return !deadLetterAddress().equals(DEAD) || !expiryAddress().equals(EXPIRED);
  }

  private String deadLetterAddress() {
    return Json.text(settings(), "deadLetterAddress");
  }

  private String expiryAddress() {
    return Json.text(settings(), "expiryAddress");
  }

  /** The same for each of the queues. */
  private JsonObject settings() {
    return queues.get(0);
  }

  private long sum(String member) {
    return queues.stream().mapToLong(queue -> Json.number(queue, member)).sum();
  }
}
