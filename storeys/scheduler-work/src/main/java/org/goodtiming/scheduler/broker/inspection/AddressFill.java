package org.goodtiming.scheduler.broker.inspection;

import jakarta.json.JsonObject;
import java.util.OptionalLong;

/** How much of its limit an address uses. At the limit the broker accepts no further message. */
final class AddressFill {

  private static final String PAGE = "PAGE";

  private AddressFill() {}

  /**
   * The fill level in percent of the limit on disk if the address pages, otherwise of the limit in
   * memory.
   *
   * @param address an element of {@code listAddresses}
   * @param settings of the address
   * @return empty if it has no limit
   */
  static OptionalLong of(JsonObject address, JsonObject settings) {
    if (!settings.getString("addressFullMessagePolicy", PAGE).equals(PAGE)) {
      return percent(number(address, "addressSize"), limit(settings, "maxSizeBytes"));
    }
    // Artemis ignores the limit of an address without this policy
    return settings.containsKey("pageFullMessagePolicy")
        ? percent(
            number(address, "numberOfPages") * number(address, "numberOfBytesPerPage"),
            limit(settings, "pageLimitBytes"))
        : OptionalLong.empty();
  }

  private static OptionalLong percent(long used, long limit) {
    return limit > 0 ? OptionalLong.of(used * 100 / limit) : OptionalLong.empty();
  }

  private static long limit(JsonObject settings, String name) {
    return settings.containsKey(name) ? settings.getJsonNumber(name).longValue() : 0;
  }

  /** The broker writes numbers of addresses as text. */
  private static long number(JsonObject address, String name) {
    return Long.parseLong(address.getString(name));
  }
}
