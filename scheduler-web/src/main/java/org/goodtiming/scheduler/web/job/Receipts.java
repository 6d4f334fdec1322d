package org.goodtiming.scheduler.web.job;

import jakarta.json.JsonObject;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Mistake;
import org.goodtiming.scheduler.operations.idempotency.StoredAnswer;
import org.goodtiming.scheduler.operations.job.JobCancels;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;

/** Receipts of registrations as answers by HTTP. */
public final class Receipts {

  private Receipts() {}

  /** The HTTP status of a refusal of the wire contract. */
  static int status(String code) {
    return switch (code) {
      case "SCHED-0901" -> 400;
      case "SCHED-0151", "SCHED-0152", "SCHED-0856", "SCHED-0878" -> 403;
      case "SCHED-0150", "SCHED-0853", "SCHED-0855" -> 409;
      case "SCHED-0141" -> 413;
      default -> 422;
    };
  }

  /**
   * The answer to a registration or a cancel.
   *
   * @param done status if nothing is refused
   */
  public static Response.ResponseBuilder answer(Receipt receipt, int done) {
    return switch (receipt.status()) {
      case REJECTED -> refused(receipt);
      case OVERTAKEN -> overtaken(receipt);
      case KEPT -> answer(receipt).status(200);
      case CANCEL_REQUESTED -> answer(receipt).status(202);
      case ACCEPTED, REPLACED, CANCELLED, CANCEL_NOTED, ACCEPTABLE -> answer(receipt).status(done);
    };
  }

  /** The answer to a cancel. */
  public static Response cancelled(JobCancels.Cancel cancel) {
    return cancel.endedSchedule()
        ? Response.ok(
                JobJson.receipt(cancel.receipt()).add("endedSchedule", true).build().toString(),
                MediaType.APPLICATION_JSON)
            .build()
        : answer(cancel.receipt(), 200).build();
  }

  private static Response.ResponseBuilder answer(Receipt receipt) {
    return Response.ok(JobJson.of(receipt), MediaType.APPLICATION_JSON);
  }

  private static Response.ResponseBuilder overtaken(Receipt receipt) {
    var key = Objects.requireNonNull(receipt.key());
    return Problem.OVERTAKEN.builder(key.queue(), key.jobId());
  }

  private static Response.ResponseBuilder refused(Receipt receipt) {
    List<Mistake> mistakes = receipt.mistakes().stream().map(Mistake::ofFields).toList();
    return Problem.answer(status(mistakes.get(0).code()), mistakes);
  }

  /** The answer to a request for a new job, which is kept for its repetitions. */
  static StoredAnswer created(Receipt receipt) {
    Response answer = answer(receipt, 202).build();
    JobKey key = receipt.key();
    return new StoredAnswer(
        answer.getStatus(),
        String.valueOf(answer.getEntity()),
        key == null || receipt.code() != null ? null : location(receipt, key));
  }

  /**
   * The first answer, or a refusal if the login has lost its grant since.
   *
   * @param refusals why the login may not change jobs of that queue
   */
  static StoredAnswer replayed(StoredAnswer first, Function<JobKey, Optional<Receipt>> refusals) {
    JsonObject receipt = RequestBody.object(first.json());
    return refusals
        .apply(new JobKey(receipt.getString("queue"), receipt.getString("jobId")))
        .map(Receipts::created)
        .filter(refusal -> refusal.status() == 403)
        .orElse(first);
  }

  /** A tracked job is followed where it outlives its dispatch. */
  private static String location(Receipt receipt, JobKey key) {
    if (receipt.execution() != null) {
      return "executions/" + receipt.execution();
    }
    return JobPath.of(key);
  }
}
