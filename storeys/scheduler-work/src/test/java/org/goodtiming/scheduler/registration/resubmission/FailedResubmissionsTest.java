package org.goodtiming.scheduler.registration.resubmission;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.goodtiming.scheduler.sql.StoreException;
import org.junit.jupiter.api.Test;

class FailedResubmissionsTest {

  private static final RuntimeException FAULT = new ArithmeticException("overflow");

  private final FailedResubmissions failures = new FailedResubmissions();

  @Test
  void a_row_is_given_up_after_three_failures_of_its_own() {
    assertThat(failures.isGivenUp(1, FAULT)).isFalse();
    assertThat(failures.isGivenUp(2, FAULT)).isFalse();
    assertThat(failures.isGivenUp(1, FAULT)).isFalse();
    assertThat(failures.isGivenUp(1, FAULT)).isTrue();
    assertThat(failures.isGivenUp(1, FAULT)).as("asked for again").isFalse();
  }

  @Test
  void a_lock_or_a_lost_connection_is_no_failure_of_the_row() {
    for (String state : List.of("55P03", "40001", "08006")) {
      RuntimeException failure = new StoreException("store", new SQLException("away", state));
      for (int i = 0; i < 10; i++) {
        assertThat(failures.isGivenUp(1, failure)).as(state).isFalse();
      }
    }
  }

  @Test
  void a_success_and_a_withdrawn_request_forget_earlier_failures() {
    failures.isGivenUp(1, FAULT);
    failures.isGivenUp(2, FAULT);
    failures.isGivenUp(1, FAULT);
    failures.isGivenUp(2, FAULT);
    failures.succeeded(1);
    failures.retain(List.of(1L));

    assertThat(failures.isGivenUp(1, FAULT)).isFalse();
    assertThat(failures.isGivenUp(2, FAULT)).isFalse();
  }
}
