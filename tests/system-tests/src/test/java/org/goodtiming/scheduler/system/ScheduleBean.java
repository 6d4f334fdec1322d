package org.goodtiming.scheduler.system;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.function.Consumer;
import org.goodtiming.scheduler.api.JobScheduler;

/** An application's enterprise bean, with the transactions of the container. */
@Stateless
public class ScheduleBean {

  private @Inject JobScheduler scheduler;
  private @Resource SessionContext context;

  /** In a transaction that the container commits. */
  public void commit(Consumer<JobScheduler> calls) {
    calls.accept(scheduler);
  }

  /** In a transaction that the container rolls back. */
  public void rollBack(Consumer<JobScheduler> calls) {
    calls.accept(scheduler);
    context.setRollbackOnly();
  }
}
