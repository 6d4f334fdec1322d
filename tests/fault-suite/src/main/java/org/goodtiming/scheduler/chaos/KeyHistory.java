package org.goodtiming.scheduler.chaos;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/** The intents for a job, and their possible outcomes: a registration, then perhaps a change. */
record KeyHistory(Sent first, @Nullable Sent second) {

  private static final Set<String> NOT_STORED =
      Set.of(WireContract.STATUS_OVERTAKEN, WireContract.STATUS_REJECTED);
  private static final Set<String> REMOVED_THE_FIRST =
      Set.of(WireContract.STATUS_REPLACED, WireContract.STATUS_CANCELLED);

  /**
   * @param acknowledged by the broker; otherwise nobody knows
   * @param status what the receipt says, if one came
   */
  record Sent(Intent intent, boolean acknowledged, @Nullable String status) {

    boolean certain() {
      return acknowledged || status != null;
    }

    boolean stored() {
      return certain() && (status == null || !NOT_STORED.contains(status));
    }

    boolean removedTheFirst() {
      return status != null && REMOVED_THE_FIRST.contains(status);
    }
  }

  /** Intents whose job must have come and did not. */
  Set<String> lost(Predicate<String> came) {
    var lost = new TreeSet<String>();
    if (first.stored() && !came.test(first.intent().id()) && !firstMayBeMissing(came)) {
      lost.add(first.intent().id());
    }
    if (second != null
        && second.intent().schedules()
        && second.certain()
        && !came.test(second.intent().id())) {
      lost.add(second.intent().id());
    }
    return lost;
  }

  /** Intents whose job came though a receipt says that it was removed, or never stored. */
  Set<String> forbidden(Predicate<String> came) {
    var forbidden = new TreeSet<String>();
    boolean removed = second != null && second.removedTheFirst();
    if (came.test(first.intent().id()) && (removed || (first.certain() && !first.stored()))) {
      forbidden.add(first.intent().id());
    }
    return forbidden;
  }

  /**
   * Whether the first was stored and did not come, and no receipt says that it was removed. The
   * execution of a tracked job shows whether its cancel has removed it from its worker queue.
   */
  boolean isDroppedUntold(Predicate<String> came) {
    return WireContract.STATUS_ACCEPTED.equals(first.status())
        && !came.test(first.intent().id())
        && second != null
        && !second.intent().schedules()
        && !second.removedTheFirst()
        && !WireContract.STATUS_CANCEL_REQUESTED.equals(second.status());
  }

  // Without a receipt nobody knows what the second one found.
  private boolean firstMayBeMissing(Predicate<String> came) {
    if (second == null) {
      return false;
    }
    // A cancel that found no job drops one whose registration was under way at that moment.
    if (!second.intent().schedules()) {
      return true;
    }
    if (second.status() == null) {
      return came.test(second.intent().id());
    }
    // Otherwise it found nothing: the first had been dispatched, or came late and was overtaken.
    return second.removedTheFirst() || first.status() == null;
  }
}
