package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.PROPERTY_RESERVED;
import static org.goodtiming.scheduler.contract.Refusal.PROPERTY_UNKNOWN;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobProperty.Use;

/** The property names of the scheduler that a registrant may use. */
public final class ContractNames {

  private static final NearMiss NEAR_MISS =
      new NearMiss(
          Arrays.stream(JobProperty.values())
              .filter(property -> property.use().isOfRegistrants())
              .map(JobProperty::wireName)
              .filter(name -> name.startsWith(WireContract.RESERVED_PREFIX))
              .collect(Collectors.toUnmodifiableSet()));

  private ContractNames() {}

  /**
   * Refuses names that would otherwise be ignored: a job that runs once instead of a recurring job
   * is worse than no job.
   */
  static void check(Map<String, Object> properties) {
    properties.keySet().forEach(ContractNames::check);
  }

  private static void check(String name) {
    if (name.startsWith(WireContract.USER_PREFIX)) {
      return;
    }
    JobProperty property = JobProperty.named(name);
    if (property == null) {
      if (NEAR_MISS.matches(name)) {
        throw PROPERTY_UNKNOWN.because(name);
      }
    } else if (property.use() == Use.OUTBOUND) {
      throw PROPERTY_RESERVED.because(name);
    }
  }

  /** Whether only the scheduler sets it, in messages that it sends. */
  public static boolean isOutbound(String name) {
    return isUsed(name, Use.OUTBOUND);
  }

  /** Whether registrants give the name a meaning, the user's own among them. */
  static boolean isMeant(String name) {
    JobProperty property = JobProperty.named(name);
    return property == null
        ? name.startsWith(WireContract.USER_PREFIX)
        : property.use().isOfRegistrants();
  }

  private static boolean isUsed(String name, Use use) {
    JobProperty property = JobProperty.named(name);
    return property != null && property.use() == use;
  }
}
