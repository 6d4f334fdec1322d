package org.goodtiming.scheduler.dev.demo;

import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;

/** What the demo asks the shop for; the shares are the shop's own. */
record BulkOrder(int orders, int parallel, Duration delay) {

  String form(String run) {
    return "run=%s&orders=%d&parallel=%d&delay=%s"
        .formatted(encode(run, UTF_8), orders, parallel, encode(delay.toString(), UTF_8));
  }
}
