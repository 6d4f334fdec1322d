package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether jobs were lost, or are not decided.
 *
 * @param overview the answer to {@code GET /overview}
 * @param transactions in doubt, as {@code GET /in-doubt} shows them
 */
record LedgerState(JsonObject overview, List<JsonObject> transactions) {
  private static final Duration TOLERATED = Duration.ofMinutes(1);

  List<Finding> findings(Commands commands, Instant now) {
    List<Finding> findings = new ArrayList<>();
    if (overview.get("ledger") instanceof JsonObject ledger
        && Json.number(ledger, "difference") != 0) {
      findings.add(
          new Finding(
              FindingCode.LEDGER,
              "the ledger has %d jobs more than the table"
                  .formatted(Json.number(ledger, "difference")),
              Cure.advice(
                  "look for lost or doubled jobs: see scheduler-ledger in docs/monitoring.md")));
    }
    for (JsonObject transaction : transactions) {
      Instant since = OffsetDateTime.parse(Json.text(transaction, "firstSeenAt")).toInstant();
      if (Duration.between(since, now).compareTo(TOLERATED) > 0) {
        String gtrid = Json.text(transaction, "gtrid");
        findings.add(
            new Finding(
                FindingCode.IN_DOUBT,
                "%s of node %s since %s: %s"
                    .formatted(
                        gtrid,
                        Json.text(transaction, "node"),
                        since,
                        Json.text(transaction, "verdict")),
                commands.resolve(gtrid)));
      }
    }
    if (Json.number(overview, "quarantined") > 0) {
      findings.add(
          new Finding(
              FindingCode.QUARANTINED,
              Json.count(overview, "quarantined", "message"),
              Cure.advice(
                  "mend, resubmit or delete each: goodtiming quarantine list shows why it is there")));
    }
    return findings;
  }
}
