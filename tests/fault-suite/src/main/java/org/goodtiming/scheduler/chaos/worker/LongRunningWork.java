package org.goodtiming.scheduler.chaos.worker;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import org.goodtiming.scheduler.api.LongRunningJobs;
import org.goodtiming.scheduler.api.WireContract;

/** The long runs on a node: the shortest timeout, and more attempts than faults use up. */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class LongRunningWork {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int ATTEMPTS = 100;

  @Resource(lookup = WireContract.WORKER_CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Resource private ManagedExecutorService executor;

  @Resource private ManagedScheduledExecutorService scheduler;

  private LongRunningJobs jobs;

  @PostConstruct
  void start() {
    jobs = LongRunningJobs.on(connectionFactory, executor, scheduler).with(TIMEOUT, ATTEMPTS);
  }

  public LongRunningJobs jobs() {
    return jobs;
  }

  /** Without the attribute, Payara leaves this out when the server stops. */
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    jobs.close();
  }
}
