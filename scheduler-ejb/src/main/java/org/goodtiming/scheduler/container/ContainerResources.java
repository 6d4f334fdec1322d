package org.goodtiming.scheduler.container;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import jakarta.jms.ConnectionFactory;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.sql.NonXa;
import org.goodtiming.scheduler.sql.Readers;

/** Resources of the server, for constructors. */
@ApplicationScoped
class ContainerResources {

  /** The XA pool, the one without a qualifier. */
  @Produces
  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Produces
  @NonXa
  @Resource(lookup = "jdbc/schedulerLease")
  private DataSource nonXa;

  @Produces
  @Readers
  @Resource(lookup = "jdbc/schedulerRead")
  private DataSource readers;

  @Resource private TransactionSynchronizationRegistry transactions;

  @Resource private ManagedThreadFactory threads;

  @PersistenceContext(unitName = "scheduler")
  private EntityManager entities;

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Produces
  TransactionSynchronizationRegistry transactions() {
    return transactions;
  }

  /** By its name, because servers of Jakarta EE 11 have a bean of this type, too. */
  @Produces
  @Named("threads")
  ThreadFactory threads() {
    return threads;
  }

  @Produces
  EntityManager entities() {
    return entities;
  }

  @Produces
  ConnectionFactory connectionFactory() {
    return connectionFactory;
  }
}
