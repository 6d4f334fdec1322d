package org.goodtiming.scheduler.dev.demo;

import java.util.regex.Pattern;

/**
 * The shop's report on the orders that it places.
 *
 * @param failed orders whose placing ended with an error
 * @param lastError empty if there was none
 * @param done whether it has tried each of them
 */
record ShopOrders(int failed, String lastError, boolean done) {

  private static final Pattern FAILED = Pattern.compile("\"failed\":(\\d+)");
  private static final Pattern DONE = Pattern.compile("\"done\":(true|false)");
  private static final Pattern LAST_ERROR =
      Pattern.compile("\"lastError\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  static final ShopOrders NOT_STARTED = new ShopOrders(0, "", false);

  /** Reads the shop's JSON: flat and our own, so that no parser is needed for three fields. */
  static ShopOrders parse(String json) {
    return new ShopOrders(
        Integer.parseInt(field(FAILED, json)),
        field(LAST_ERROR, json).replaceAll("\\\\(.)", "$1"),
        Boolean.parseBoolean(field(DONE, json)));
  }

  private static String field(Pattern pattern, String json) {
    var match = pattern.matcher(json);
    if (!match.find()) {
      throw new IllegalArgumentException(
          "The shop's answer has nothing like " + pattern + ": " + json);
    }
    return match.group(1);
  }

  ShopOrders ended() {
    return new ShopOrders(failed, lastError, true);
  }
}
