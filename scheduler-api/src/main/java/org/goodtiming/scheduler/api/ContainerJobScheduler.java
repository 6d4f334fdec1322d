package org.goodtiming.scheduler.api;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.jms.ConnectionFactory;

/** The {@link JobScheduler} that CDI injects into an application. */
@ApplicationScoped
class ContainerJobScheduler {

  @Produces
  @ApplicationScoped
  JobScheduler scheduler(ReceiptRequests receipts) {
    return new JmsJobScheduler(
        ServerResource.find(WireContract.CONNECTION_FACTORY, ConnectionFactory.class),
        receipts,
        CallerTransaction::requireNone);
  }
}
