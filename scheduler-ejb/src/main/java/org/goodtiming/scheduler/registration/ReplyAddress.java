package org.goodtiming.scheduler.registration;

import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.WireContract;

/**
 * Where receipts may go. The scheduler sends them with its own rights: to any other address a
 * registrant could write through it.
 */
final class ReplyAddress {

  private static final Pattern NAMED =
      Pattern.compile(Pattern.quote(WireContract.RECEIPTS_PREFIX) + "[\\w.-]{1,200}");

  // Artemis names a temporary queue by a UUID, and no queue that lasts is named so
  private static final Pattern TEMPORARY =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private ReplyAddress() {}

  static boolean isAllowed(String name) {
    return NAMED.matcher(name).matches() || TEMPORARY.matcher(name).matches();
  }
}
