package org.goodtiming.scheduler.lifecycle;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;

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
  EventPublisher eventPublisher(EventOutbox outbox, EventTransactions transactions) {
    return new EventPublisher(outbox::isEmpty, transactions::publish);
  }
}
