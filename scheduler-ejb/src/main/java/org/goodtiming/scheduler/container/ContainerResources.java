package org.goodtiming.scheduler.container;

import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import jakarta.interceptor.Interceptor;
import jakarta.jms.ConnectionFactory;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.ServerResource;
import org.goodtiming.scheduler.server.Watch;
import org.goodtiming.scheduler.sql.NonXa;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.targets.Targets;

/** The resources of the server, by the names that the set-up of a node gives them. */
@ApplicationScoped
@Priority(Interceptor.Priority.APPLICATION)
class ContainerResources {

  @Resource private TransactionSynchronizationRegistry transactions;

  @Resource private ManagedThreadFactory threads;

  @PersistenceContext(unitName = "scheduler")
  private EntityManager entities;

  /** The XA pool, the only pool without a qualifier. */
  @Produces
  DataSource xa() {
    return ServerResource.find("jdbc/scheduler", DataSource.class);
  }

  @Produces
  @NonXa
  DataSource nonXa() {
    return ServerResource.find("jdbc/schedulerLease", DataSource.class);
  }

  @Produces
  @Readers
  DataSource readers() {
    return ServerResource.find("jdbc/schedulerRead", DataSource.class);
  }

  /** Logs in as the scheduler. Applications have one of their own, which logs in as a registrar. */
  @Produces
  ConnectionFactory connectionFactory() {
    return ServerResource.find("jms/schedulerNode", ConnectionFactory.class);
  }

  @Produces
  @Watch
  ConnectionFactory watchConnectionFactory() {
    return ServerResource.find("jms/schedulerWatch", ConnectionFactory.class);
  }

  @Produces
  @Targets
  ConnectionFactory targetConnectionFactory() {
    return ServerResource.find("jms/schedulerTargets", ConnectionFactory.class);
  }

  /** An alternative, which takes precedence over WildFly's bean of this type. */
  @Produces
  @Alternative
  TransactionSynchronizationRegistry transactions() {
    return transactions;
  }

  /** Looks it up by name, because servers of Jakarta EE 11 have a bean of this type, too. */
  @Produces
  @Named("threads")
  ThreadFactory threads() {
    return threads;
  }

  @Produces
  EntityManager entities() {
    return entities;
  }
}
