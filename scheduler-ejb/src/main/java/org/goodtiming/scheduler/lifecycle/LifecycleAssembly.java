package org.goodtiming.scheduler.lifecycle;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.config.operations.WebhookConfig;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds what publishes events, and sends them to webhooks. */
@ApplicationScoped
class LifecycleAssembly {

  private static final int MOST_WAITING = 100_000;
  private static final Duration LONGEST_TURN = Duration.ofSeconds(5);

  @Resource private ManagedThreadFactory threads;

  @Produces
  @Singleton
  PostDeadlines postDeadlines() {
    return new PostDeadlines(threads);
  }

  void end(@Disposes PostDeadlines deadlines) {
    deadlines.close();
  }

  @Produces
  @Singleton
  WebhookSender webhookSender(
      WebhookStore store, SchedulerConfig config, PostDeadlines deadlines, Events events) {
    WebhookConfig webhook = config.webhook();
    SSLSocketFactory sockets = (SSLSocketFactory) SSLSocketFactory.getDefault();
    WebhookAddresses addresses =
        new WebhookAddresses(webhook.privateNetworks(), InetAddress::getAllByName);
    HttpsPost https = new HttpsPost(sockets, deadlines, webhook.timeout());
    Clock clock = Clock.systemUTC();
    WebhookPost post = new WebhookPost(webhook, addresses, https, clock);
    return new WebhookSender(
        store, new WebhookDelivery(store, post, LONGEST_TURN, clock, events), threads);
  }

  @Produces
  @Singleton
  WebhookPruning webhookPruning(WebhookStore store, Events events) {
    return new WebhookPruning(store, MOST_WAITING, events);
  }

  @Produces
  @Singleton
  EventPublisher eventPublisher(NewTransaction transaction, EventPublication events) {
    return new EventPublisher(() -> transaction.call(events::publish));
  }
}
