package org.goodtiming.scheduler.contract;

import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.WireContract;

/**
 * The allowed addresses of receipts. The scheduler sends receipts with its own permissions; without
 * this check a registrant could make it send to any address.
 */
public final class ReplyAddress {

  private static final Pattern NAMED =
      Pattern.compile(Pattern.quote(WireContract.RECEIPTS_PREFIX) + "[\\w.-]{1,200}");

  // Artemis names temporary queues by a UUID; durable queues have other names
  private static final Pattern TEMPORARY =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private ReplyAddress() {}

  public static boolean isAllowed(String name) {
    return NAMED.matcher(name).matches() || TEMPORARY.matcher(name).matches();
  }
}
