package org.goodtiming.scheduler.registration;

import static org.goodtiming.scheduler.registration.Refusal.FEATURE_UNSUPPORTED;
import static org.goodtiming.scheduler.registration.Refusal.PROPERTY_RESERVED;
import static org.goodtiming.scheduler.registration.Refusal.PROPERTY_UNKNOWN;

import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.api.WireContract;

/** Which of the scheduler's property names a registrant may use. */
final class ContractNames {

  private static final Set<String> KNOWN =
      Set.of(
          WireContract.SCHEDULER_VERSION,
          WireContract.OP,
          WireContract.QUEUE,
          WireContract.JOB_ID,
          WireContract.DUE_AT,
          WireContract.DELAY,
          WireContract.IF_EXISTS,
          WireContract.PRIORITY,
          WireContract.EXPIRES_AT,
          WireContract.GROUP,
          WireContract.CONTENT_TYPE);

  private static final Set<String> UNSUPPORTED =
      Set.of(
          WireContract.RECURRENCE,
          WireContract.ZONE,
          WireContract.MISFIRE,
          WireContract.CALENDAR,
          WireContract.UNTIL,
          WireContract.COUNT,
          WireContract.TRACKED);

  private static final Set<String> OUTBOUND =
      Set.of(
          WireContract.FIRE_ID,
          WireContract.ATTEMPT,
          WireContract.EPOCH,
          WireContract.REGISTERED_BY,
          WireContract.STATUS,
          WireContract.CODE,
          WireContract.REASON,
          WireContract.LINES,
          WireContract.ACCEPTED,
          WireContract.REPLACED,
          WireContract.KEPT,
          WireContract.OVERTAKEN,
          WireContract.REJECTED);

  private static final NearMiss NEAR_MISS = new NearMiss(KNOWN);

  private ContractNames() {}

  /**
   * Refuses what would otherwise be ignored: a job that runs once where its registrant wanted a
   * recurring one is worse than none.
   */
  static void check(Map<String, Object> properties) {
    properties.forEach(ContractNames::check);
  }

  static void check(String name, Object value) {
    if (KNOWN.contains(name)
        || name.startsWith(WireContract.USER_PREFIX)
        || !NEAR_MISS.matches(name)) {
      return;
    }
    if (UNSUPPORTED.contains(name)) {
      if (!isUntracked(name, value)) {
        throw FEATURE_UNSUPPORTED.because(name, value);
      }
      return;
    }
    throw (OUTBOUND.contains(name) ? PROPERTY_RESERVED : PROPERTY_UNKNOWN).because(name);
  }

  /** Whether only the scheduler sets it, on its way out. */
  static boolean isOutbound(String name) {
    return OUTBOUND.contains(name);
  }

  /** Whether it is of the contract, but nothing that this scheduler can do. */
  static boolean isUnsupported(String name) {
    return UNSUPPORTED.contains(name);
  }

  /** Whether the contract gives the name a meaning, the user's own among them. */
  static boolean isMeant(String name) {
    return KNOWN.contains(name)
        || name.startsWith(WireContract.USER_PREFIX)
        || name.equals(WireContract.TRACEPARENT)
        || name.equals(WireContract.TRACESTATE);
  }

  private static boolean isUntracked(String name, Object value) {
    return name.equals(WireContract.TRACKED) && value.toString().equals("false");
  }
}
