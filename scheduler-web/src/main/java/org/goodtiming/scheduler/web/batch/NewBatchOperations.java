package org.goodtiming.scheduler.web.batch;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Response;
import org.goodtiming.scheduler.operations.batch.BatchQueries;
import org.goodtiming.scheduler.operations.batch.BatchRequest;
import org.goodtiming.scheduler.operations.batch.BatchTransactions;
import org.goodtiming.scheduler.web.http.IdempotentRequests;
import org.jspecify.annotations.Nullable;

/** Creates batch operations, which the leader processes. */
@ApplicationScoped
public class NewBatchOperations {

  private @Inject BatchQueries queries;
  private @Inject BatchTransactions transactions;
  private @Inject IdempotentRequests requests;

  /**
   * The location of the answer shows its progress.
   *
   * @param key null if a repeated request may be carried out again
   * @param body by which a repeated request is recognized
   */
  public Response create(
      BatchRequest request, @Nullable String key, HttpServletRequest servletRequest, String body) {
    int counted = queries.count(request);
    Long estimate = queries.estimate(request, counted);
    return requests.once(
        key,
        servletRequest,
        body,
        login ->
            BatchOperationsResource.created(transactions.create(login, request, counted, estimate)),
        (login, first) -> first);
  }
}
