package org.goodtiming.scheduler.registration;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.message.ReceivedMessage;

/** Stores what applications ask for by SQL, in the transaction that removes the request. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class SqlRegistrationTransactions {

  private @Inject CoreConfig config;
  private @Inject SqlRegistrationStore requests;
  private @Inject SqlRegistrations registrations;
  private @Inject RegistrationBatchStore batchStore;

  /** Outside a transaction, which would cost more than the answer. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public boolean isAnyWaiting() {
    return !requests.waiting(0, 1).isEmpty();
  }

  /**
   * Stores the oldest requests.
   *
   * @return whether there were any
   */
  public boolean storeBatch() {
    return register(requests.take(0, Long.MAX_VALUE, config.registration().batchSize()));
  }

  /** Ids of the oldest requests after an id, at most a batch. */
  public List<Long> waiting(long after) {
    return requests.waiting(after, config.registration().batchSize());
  }

  /** Stores one request; does nothing if another node processes it. */
  public void store(long id) {
    register(requests.take(id, id, 1));
  }

  /** Moves one request to the quarantine; does nothing if another node processes it. */
  public void giveUp(long id) {
    List<ReceivedMessage> taken = requests.take(id, id, 1);
    if (!taken.isEmpty()) {
      batchStore.stored(registrations.giveUp(taken));
    }
  }

  private boolean register(List<ReceivedMessage> taken) {
    if (!taken.isEmpty()) {
      batchStore.stored(registrations.register(taken));
    }
    return !taken.isEmpty();
  }
}
