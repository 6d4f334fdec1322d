package org.goodtiming.scheduler.registration.sql;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.registration.RegistrationBatchStore;
import org.goodtiming.scheduler.registration.Reply;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Stores what applications ask for by SQL, in the transaction that removes the request. */
@Singleton
record SqlRegistrationTransactions(
    NewTransaction transaction,
    SqlRegistrationStore requests,
    SqlRegistrations registrations,
    RegistrationBatchStore batchStore,
    RegistrationConfig limits) {

  @Inject
  SqlRegistrationTransactions {}

  boolean isAnyWaiting() {
    return !requests.waiting(0, 1).isEmpty();
  }

  /** Ids of the oldest requests after an id, at most a batch. */
  List<Long> waiting(long after) {
    return requests.waiting(after, limits.batchSize());
  }

  /**
   * Stores the oldest requests.
   *
   * @param leftOut ids of requests that wait, as do later ones for the same jobs
   * @return whether there were any
   */
  boolean storeBatch(Collection<Long> leftOut) {
    int limit = limits.batchSize();
    return take(0, Long.MAX_VALUE, limit, leftOut, registrations::register);
  }

  /** Stores one request; does nothing if another node processes it, or if it is left out. */
  void store(long id, Collection<Long> leftOut) {
    take(id, id, 1, leftOut, registrations::register);
  }

  /** Moves one request to the quarantine; does nothing if another node processes it. */
  void giveUp(long id) {
    take(id, id, 1, List.of(), registrations::giveUp);
  }

  private boolean take(
      long first,
      long last,
      int limit,
      Collection<Long> leftOut,
      Function<List<ReceivedMessage>, List<Reply>> register) {
    return transaction.call(
        () -> {
          List<ReceivedMessage> taken = requests.take(first, last, limit, leftOut);
          if (!taken.isEmpty()) {
            batchStore.stored(register.apply(taken));
          }
          return !taken.isEmpty();
        });
  }
}
