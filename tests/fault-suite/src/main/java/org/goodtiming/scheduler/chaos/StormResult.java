package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.goodtiming.scheduler.api.WireContract;

/**
 * How a storm ended.
 *
 * @param longRuns that ended as they should
 * @param unreliable what came of unreliable workers
 * @param inDoubtSeconds from the moment when everything was up until nothing was in doubt
 * @param drain of the registrations that waited when everything was up
 * @param deliveredSeconds from then on until everything had come
 * @param leftovers what the servers hold at the end
 * @param broken the promises that did not hold, in words
 * @param suspects the intents that these are about
 */
record StormResult(
    Storm.Wishes wishes,
    StormLog log,
    StormLedger books,
    OutsideLedger ledger,
    AttemptedRuns.Figures longRuns,
    UnreliableRuns.Figures unreliable,
    double inDoubtSeconds,
    Drain drain,
    double deliveredSeconds,
    Leftovers leftovers,
    List<String> broken,
    Set<String> suspects) {

  /** The hold of cancels after an outage, and some time for the faults that follow each other. */
  private static final Duration LONG_BEFORE = Duration.ofSeconds(11);

  /** Messages that waited, and until when. */
  record Drain(long messages, double seconds) {}

  boolean holds() {
    return broken.isEmpty();
  }

  /** The faults, and a line with what must be zero and how long things took. */
  String markdown() {
    return """
        | fault | times | outage, s (median / max) | could not be struck or healed |
        |---|---|---|---|
        %s

        %s
        %s
        """
        .formatted(log.rows(), leftovers.markdown(), total());
  }

  String total() {
    return String.format(
        Locale.ROOT,
        "storm of %s, seed %d: %d faults; %d intents acknowledged, %d uncertain; %d replaced, %d cancelled; "
            + "%d jobs came, %d results; %d long runs, %d of them sent again; %s; lost %d, twice %d, early %d; without a receipt %s; cancels too late %s, of those sent 11 s and more before the due time %s; nothing in doubt after %.1f s, %d registrations stored after %.1f s, all delivered %.1f s after the doubt; %s",
        wishes.length(),
        wishes.seed(),
        log.faults(),
        books.acknowledged(),
        books.uncertain(),
        books.answers(WireContract.STATUS_REPLACED),
        books.answers(WireContract.STATUS_CANCELLED),
        ledger.receipts().size(),
        ledger.reports().committed().size(),
        longRuns.finished(),
        longRuns.sentAgain(),
        unreliable,
        books.lost().size(),
        ledger.twice().size(),
        ledger.early().size(),
        books.withoutReceipt(),
        books.lateCancels(Duration.ZERO),
        books.lateCancels(LONG_BEFORE),
        inDoubtSeconds,
        drain.messages(),
        drain.seconds(),
        deliveredSeconds,
        holds() ? "every promise held" : "BROKEN: " + String.join("; ", broken));
  }
}
