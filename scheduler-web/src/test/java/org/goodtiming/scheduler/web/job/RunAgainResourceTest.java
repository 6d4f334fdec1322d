package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.operations.execution.Rerun;
import org.goodtiming.scheduler.operations.idempotency.StoredAnswer;
import org.goodtiming.scheduler.registration.Receipt;
import org.junit.jupiter.api.Test;

/** The methods that need neither a request nor a database. */
class RunAgainResourceTest {

  private static final JobKey KEY = new JobKey("reports", "nightly");
  private static final String OLD = new UUID(0, 1).toString();

  @Test
  void the_new_run_names_the_ended_one_and_is_the_location() {
    StoredAnswer answer = answer(new Rerun.Submitted(new UUID(0, 2), new UUID(0, 1), KEY));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.location()).isEqualTo("executions/" + new UUID(0, 2));
    assertThat(answer.json())
        .isEqualTo(
            "{\"fireId\":\"%s\",\"runAgainOf\":\"%s\",\"queue\":\"reports\",\"jobId\":\"nightly\"}"
                .formatted(new UUID(0, 2), OLD));
  }

  @Test
  void a_run_that_cannot_run_again_is_a_problem() {
    assertThat(problem(new Rerun.Unknown())).startsWith("404 {").contains("SCHED-0920", OLD);
    assertThat(problem(new Rerun.WrongState(ExecutionState.RUNNING)))
        .startsWith("409 {")
        .contains("SCHED-0980", "is RUNNING: only a run that has ended");
    assertThat(problem(new Rerun.InputGone())).startsWith("410 {").contains("SCHED-0981");
    assertThat(problem(new Rerun.Refused(Receipt.alreadyWaiting(KEY))))
        .startsWith("409 {")
        .contains("SCHED-0150", "a job already waits under 'reports/nightly'");
  }

  private static String problem(Rerun rerun) {
    StoredAnswer answer = answer(rerun);
    assertThat(answer.isRefusal()).isTrue();
    assertThat(answer.location()).isNull();
    return answer.status() + " " + answer.json();
  }

  private static StoredAnswer answer(Rerun rerun) {
    return RunAgainResource.answer(OLD, rerun);
  }
}
