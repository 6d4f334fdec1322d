package org.goodtiming.scheduler.operations;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Changes by operators, each in a transaction of its own that is committed on return. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class OperatorTransactions {

  private @Inject WorkerQueueChanges workerQueues;
  private @Inject QuarantineChanges quarantine;

  /** Whether the queue is new on the allow-list. */
  public boolean putWorkerQueue(String login, String name, WorkerQueueSettings settings) {
    return workerQueues.put(login, name, settings);
  }

  /** False if the queue is not on the allow-list. */
  public boolean pauseWorkerQueue(String login, String name, boolean paused) {
    return workerQueues.pause(login, name, paused);
  }

  /** False if there is no such row. */
  public boolean resubmit(String login, long id) {
    return quarantine.resubmit(login, id);
  }

  /** False if there is no such row. */
  public boolean discard(String login, long id) {
    return quarantine.discard(login, id);
  }
}
