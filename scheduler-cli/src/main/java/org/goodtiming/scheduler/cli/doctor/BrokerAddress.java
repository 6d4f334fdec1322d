package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

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

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(full());
    if (!name.equals(DEAD) && !name.equals(EXPIRED) && isLost()) {
      findings.add(
          new Finding(
              FindingCode.NOT_QUARANTINED,
              "%s has dead-letter-address '%s' and expiry-address '%s'"
                  .formatted(name, deadLetterAddress(), expiryAddress()),
              cure("dead-letter-address %s, expiry-address %s".formatted(DEAD, EXPIRED))));
    }
    return findings;
  }

  private boolean isLost() {
    return !deadLetterAddress().equals(DEAD) || !expiryAddress().equals(EXPIRED);
  }

  private List<Finding> full() {
    List<Finding> findings = new ArrayList<>();
    String addressFull = settings().getString("addressFullPolicy", "PAGE");
    String pageFull = settings().getString("pageFullPolicy", "FAIL");
    String diskFull = settings().getString("diskFullPolicy", "unset");
    boolean refuses = addressFull.equals("FAIL") || addressFull.equals("PAGE");
    if (!refuses || !pageFull.equals("FAIL") || !diskFull.equals("FAIL")) {
      findings.add(
          new Finding(
              FindingCode.FULL_POLICY,
              "%s has address-full-policy %s, page-full-policy %s and disk-full-policy %s"
                  .formatted(name, addressFull, pageFull, diskFull),
              cure("address-full-policy PAGE, page-full-policy FAIL, disk-full-policy FAIL")));
    }
    long used = Json.number(settings(), "usedPercent");
    if (used >= ALMOST) {
      findings.add(
          new Finding(
              FindingCode.ALMOST_FULL,
              "%s uses %d %% of its limit, with %d messages and %d consumers"
                  .formatted(name, used, sum("messages"), sum("consumers")),
              "goodtiming queue show %s   # start more workers, or raise page-limit-bytes of the address"
                  .formatted(name)));
    }
    return findings;
  }

  private String cure(String settings) {
    return "in address-setting '%s' of BROKER_HOME/etc/broker.xml, or in '#': %s; the broker reads it within seconds"
        .formatted(name, settings);
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
