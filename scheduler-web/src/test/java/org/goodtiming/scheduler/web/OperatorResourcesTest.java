package org.goodtiming.scheduler.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.Refusals.refusal;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import org.goodtiming.scheduler.operations.Row;
import org.goodtiming.scheduler.operations.StoredAnswer;
import org.goodtiming.scheduler.operations.UserChanges.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the resources of operators do without a request or a database. */
class OperatorResourcesTest {

  @ParameterizedTest
  @CsvSource({"0,0,false", "1000,1000,false", "1001,1000,true"})
  void a_dry_run_counts_up_to_a_thousand(int found, int counted, boolean more) {
    assertThat(BatchOperationsResource.counted(found))
        .isEqualTo("{\"counted\":" + counted + ",\"more\":" + more + "}");
  }

  @Test
  void a_batch_operation_is_accepted_with_the_place_of_its_progress() {
    assertThat(BatchOperationsResource.created(new Row(Map.of("id", 17L), null)))
        .isEqualTo(new StoredAnswer(202, "{\"id\":17}", "batch-operations/17"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "-1", "1.5", "1234567890123456789", "..", "a\r\nX-Injected: 1"})
  void an_id_that_is_no_number_is_that_of_nothing(String id) {
    assertThat(BatchOperationsResource.number("17")).isEqualTo(17);
    assertThat(refusal(() -> BatchOperationsResource.number(id)))
        .isEqualTo(
            "404 SCHED-0931 there is no batch operation '"
                + id
                + "': GET /batch-operations lists all");

    assertThat(QuarantineResource.number("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
    assertThat(refusal(() -> QuarantineResource.number(id)))
        .isEqualTo(
            "404 SCHED-0919 there is no quarantine row '"
                + id
                + "': it may have been resubmitted or deleted");
  }

  @Test
  void a_pause_may_end_by_itself() {
    assertThat(SchedulesResource.until(body(""))).isNull();
    assertThat(SchedulesResource.until(body("{}"))).isNull();
    assertThat(SchedulesResource.until(body("{\"until\": null}"))).isNull();
    assertThat(SchedulesResource.until(body("{\"until\": \"2100-01-01T00:00:00Z\"}")))
        .isEqualTo("2100-01-01T00:00:00Z");
    assertThat(refusal(() -> SchedulesResource.until(body("{\"until\": 7}"))))
        .startsWith("422 SCHED-0916 field until is 7: send a moment");
  }

  @Test
  void a_change_of_a_user_that_is_not_possible_is_refused() {
    UsersResource.check("ann", Outcome.CHANGED);
    assertThat(refusal(() -> UsersResource.check("ann", Outcome.NO_SUCH_USER)))
        .isEqualTo("404 SCHED-0937 there is no user 'ann': GET /users lists all");
    assertThat(refusal(() -> UsersResource.check("ann", Outcome.LAST_ADMINISTRATOR)))
        .isEqualTo(
            "409 SCHED-0938 'ann' is the last user with role admin that can log in: give another user the"
                + " role first");
  }

  private static InputStream body(String json) {
    return new ByteArrayInputStream(json.getBytes(UTF_8));
  }
}
