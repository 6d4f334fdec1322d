package org.goodtiming.scheduler.dev.demo;

import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;

/**
 * An order of the demo to the shop, which chooses the shares.
 *
 * @param first number of the first order, which is its id
 * @param delay time from the first order to its check
 * @param spread additional delay of the last order's check
 */
record BulkOrder(int first, int orders, int parallel, Duration delay, Duration spread) {

  int last() {
    return first + orders - 1;
  }

  String form(String run) {
    return "run=%s&first=%d&orders=%d&parallel=%d&delay=%s&spread=%s"
        .formatted(encode(run, UTF_8), first, orders, parallel, delay, spread);
  }
}
