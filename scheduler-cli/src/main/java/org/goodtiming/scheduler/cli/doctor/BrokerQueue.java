package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A worker queue or a queue of the scheduler, at the running broker.
 *
 * @param queue as {@code GET /broker} shows it
 */
record BrokerQueue(JsonObject queue) {

  private static final String DEAD = "scheduler.dead";
  private static final String EXPIRED = "scheduler.expired";
  private static final long ALMOST = 80;

  /** Each node has message-driven beans for them. */
  private static final Set<String> CONSUMED_BY_NODES =
      Set.of("scheduler.jobs", "scheduler.reports", DEAD, EXPIRED);

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(full());
    if (CONSUMED_BY_NODES.contains(name()) && Json.number(queue, "consumers") == 0) {
      findings.add(
          new Finding(
              FindingCode.NOT_CONSUMED,
              "%s has no consumer, and %d messages"
                  .formatted(name(), Json.number(queue, "messages")),
              "goodtiming node list   # start a node, or resume one that does not register"));
    }
    if (queue.getBoolean("paused", false)) {
      findings.add(
          new Finding(
              FindingCode.PAUSED_AT_BROKER,
              "%s is paused at the broker, with %d messages"
                  .formatted(name(), Json.number(queue, "messages")),
              "use operation 'resume' of queue %s in the console of the broker".formatted(name())));
    }
    if (!name().startsWith(DEAD) && !name().startsWith(EXPIRED) && isLost()) {
      findings.add(
          new Finding(
              FindingCode.NOT_QUARANTINED,
              "%s has dead-letter-address '%s' and expiry-address '%s'"
                  .formatted(name(), Json.text(queue, "deadLetterAddress"), expiryAddress()),
              cure("dead-letter-address %s, expiry-address %s".formatted(DEAD, EXPIRED))));
    }
    return findings;
  }

  private boolean isLost() {
    return !Json.text(queue, "deadLetterAddress").equals(DEAD) || !expiryAddress().equals(EXPIRED);
  }

  private List<Finding> full() {
    List<Finding> findings = new ArrayList<>();
    String addressFull = queue.getString("addressFullPolicy", "PAGE");
    String pageFull = queue.getString("pageFullPolicy", "FAIL");
    String diskFull = queue.getString("diskFullPolicy", "unset");
    boolean refuses = addressFull.equals("FAIL") || addressFull.equals("PAGE");
    if (!refuses || !pageFull.equals("FAIL") || !diskFull.equals("FAIL")) {
      findings.add(
          new Finding(
              FindingCode.FULL_POLICY,
              "%s has address-full-policy %s, page-full-policy %s and disk-full-policy %s"
                  .formatted(name(), addressFull, pageFull, diskFull),
              cure("address-full-policy PAGE, page-full-policy FAIL, disk-full-policy FAIL")));
    }
    long used = Json.number(queue, "usedPercent");
    if (used >= ALMOST) {
      findings.add(
          new Finding(
              FindingCode.ALMOST_FULL,
              "%s uses %d %% of its limit, with %d messages and %d consumers"
                  .formatted(
                      name(),
                      used,
                      Json.number(queue, "messages"),
                      Json.number(queue, "consumers")),
              "goodtiming queue show %s   # start more workers, or raise page-limit-bytes of the address"
                  .formatted(name())));
    }
    return findings;
  }

  private String cure(String settings) {
    return "in address-setting '%s' of BROKER_HOME/etc/broker.xml, or in '#': %s; the broker reads it within seconds"
        .formatted(name(), settings);
  }

  private String expiryAddress() {
    return Json.text(queue, "expiryAddress");
  }

  private String name() {
    return Json.text(queue, "name");
  }
}
