package org.goodtiming.scheduler.operations.idempotency;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Carries out a request once, however often and to whichever node it is sent. */
@Singleton
public class IdempotentTransactions {

  private final NewTransaction transaction;
  private final IdempotencyKeys keys;

  @Inject
  IdempotentTransactions(NewTransaction transaction, IdempotencyKeys keys) {
    this.transaction = transaction;
    this.keys = keys;
  }

  /**
   * The answer to the first request with that key; empty if that was another request.
   *
   * @param request carries out the request; joins the transaction
   * @param replay the answer to a repeated request, by its first answer
   */
  public Optional<StoredAnswer> once(
      IdempotencyKey key, Supplier<StoredAnswer> request, UnaryOperator<StoredAnswer> replay) {
    return transaction.call(
        () ->
            keys.take(key)
                ? Optional.of(remembered(key, request.get()))
                : keys.earlier(key).map(replay));
  }

  private StoredAnswer remembered(IdempotencyKey key, StoredAnswer answer) {
    keys.end(key, answer);
    return answer;
  }
}
