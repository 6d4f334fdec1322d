package org.goodtiming.scheduler.container;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.System.Logger;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.server.Server;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.jspecify.annotations.Nullable;

/**
 * Signals the commit of a message-driven bean. Rolls its transaction back when it fails, and at
 * once while the database is away. An exception would do the same, but the container would log each
 * exception with its stack trace.
 */
public class RedeliverAfterFailure {

  private static final Logger LOG = System.getLogger(RedeliverAfterFailure.class.getName());

  @Resource private TransactionSynchronizationRegistry transactions;

  @Inject private Servers servers;
  @Inject private DueSignal signal;

  private FailureLog failures;

  @PostConstruct
  void start(InvocationContext bean) throws Exception {
    failures = new FailureLog(LOG, servers::explain);
    bean.proceed();
  }

  @AroundInvoke
  @Nullable Object onMessage(InvocationContext message) throws Exception {
    if (!servers.answers(Server.DATABASE)) {
      transactions.setRollbackOnly();
      return null;
    }
    signal.changedAfterCommit();
    try {
      return message.proceed();
    } catch (RuntimeException | Error e) {
      failures.failed("SCHED-0167 could not process a message; it will be redelivered", e);
      transactions.setRollbackOnly();
      return null;
    }
  }
}
