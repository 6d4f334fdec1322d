package org.goodtiming.scheduler.operations;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Supplier;

/** Carries out a request once, however often and to whichever node it is sent. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class IdempotentTransactions {

  private @Inject IdempotencyKeys keys;

  /**
   * The answer to the first request with that key; empty if that was another request.
   *
   * @param request carries out the request; joins the transaction
   */
  public Optional<StoredAnswer> once(IdempotencyKey key, Supplier<StoredAnswer> request) {
    return keys.take(key) ? Optional.of(remembered(key, request.get())) : keys.earlier(key);
  }

  private StoredAnswer remembered(IdempotencyKey key, StoredAnswer answer) {
    keys.end(key, answer);
    return answer;
  }
}
