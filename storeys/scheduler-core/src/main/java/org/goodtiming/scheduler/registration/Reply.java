package org.goodtiming.scheduler.registration;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reply to a message of a registrant. */
public sealed interface Reply permits Receipt, BulkReceipt {

  /** The status, in one word of the wire contract. */
  String word();

  /** The JMS properties of the receipt. */
  Map<String, Object> properties();

  /**
   * Due time of the first new or replaced job; null if there is none, or its due time is not known.
   */
  @Nullable Instant firstNews();

  /** Counts the results of the jobs. */
  void addTo(RegistrationTally tally);
}
