package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.goodtiming.scheduler.config.operations.WebhookConfig;

/** Posts an event to a webhook, if the settings of this node allow it. */
@Singleton
final class WebhookPost {

  private final WebhookConfig config;
  private final WebhookAddresses addresses;
  private final HttpsPost https;
  private final Clock clock;

  @Inject
  WebhookPost(WebhookConfig config, WebhookAddresses addresses, HttpsPost https) {
    this(config, addresses, https, Clock.systemUTC());
  }

  /**
   * @param clock for the time that is signed, so that a receiver can refuse an old message
   */
  WebhookPost(WebhookConfig config, WebhookAddresses addresses, HttpsPost https, Clock clock) {
    this.config = config;
    this.addresses = addresses;
    this.https = https;
    this.clock = clock;
  }

  /**
   * The answer of the receiver.
   *
   * @throws IOException if there is none, or the receiver must not get the event
   */
  HttpAnswer send(URI url, Webhook.Waiting event) throws IOException {
    String host = url.getHost();
    if (config.secrets().isEmpty()) {
      throw new IOException("this node has no secret: set scheduler.webhook.secrets");
    }
    if (host == null || !"https".equals(url.getScheme()) || !config.allows(host)) {
      throw new IOException(
          "host %s is not in scheduler.webhook.hosts of this node".formatted(host));
    }
    return https.send(url, addresses.of(host), headers(event), event.body());
  }

  private Map<String, String> headers(Webhook.Waiting event) {
    Instant now = clock.instant();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/cloudevents+json; charset=utf-8");
    headers.put("User-Agent", "GoodTiming");
    headers.put("webhook-id", event.id());
    headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
    headers.put(
        "webhook-signature", WebhookSignature.of(config.secrets(), event.id(), now, event.body()));
    return headers;
  }
}
