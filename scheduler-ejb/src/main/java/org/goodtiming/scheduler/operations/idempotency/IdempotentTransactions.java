package org.goodtiming.scheduler.operations.idempotency;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Carries out a request once, however often and to whichever node it is sent. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class IdempotentTransactions {

  private @Inject IdempotencyKeys keys;

  /**
   * The answer to the first request with that key; empty if that was another request.
   *
   * @param request carries out the request; joins the transaction
   * @param replay the answer to a repeated request, by its first answer
   */
  public Optional<StoredAnswer> once(
      IdempotencyKey key, Supplier<StoredAnswer> request, UnaryOperator<StoredAnswer> replay) {
    return keys.take(key)
        ? Optional.of(remembered(key, request.get()))
        : keys.earlier(key).map(replay);
  }

  private StoredAnswer remembered(IdempotencyKey key, StoredAnswer answer) {
    keys.end(key, answer);
    return answer;
  }
}
