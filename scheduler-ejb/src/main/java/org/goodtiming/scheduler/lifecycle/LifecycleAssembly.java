package org.goodtiming.scheduler.lifecycle;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds the outbox of events, and the leader task that empties it. */
@ApplicationScoped
class LifecycleAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Produces
  @Singleton
  EventOutbox eventOutbox() {
    return new EventOutbox(xa);
  }

  @Produces
  @Singleton
  EventBacklog eventBacklog(EventOutbox outbox, Events events) {
    return new EventBacklog(outbox, events);
  }

  @Produces
  @Singleton
  EventPublisher eventPublisher(EventOutbox outbox, EventTransactions transactions) {
    return new EventPublisher(outbox::isEmpty, transactions::publish);
  }
}
