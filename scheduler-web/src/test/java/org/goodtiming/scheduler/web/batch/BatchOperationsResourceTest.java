package org.goodtiming.scheduler.web.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.util.Map;
import org.goodtiming.scheduler.operations.idempotency.StoredAnswer;
import org.goodtiming.scheduler.operations.row.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batch operations, without a request or a database. */
class BatchOperationsResourceTest {

  @ParameterizedTest
  @CsvSource({"0,0,false", "1000,1000,false", "1001,1000,true"})
  void a_dry_run_counts_up_to_a_thousand(int found, int counted, boolean more) {
    assertThat(BatchOperationsResource.counted(found).build().toString())
        .isEqualTo("{\"counted\":" + counted + ",\"more\":" + more + "}");
  }

  @Test
  void a_batch_operation_is_accepted_with_the_place_of_its_progress() {
    assertThat(BatchOperationsResource.created(new Row(Map.of("id", 17L), null)))
        .isEqualTo(new StoredAnswer(202, "{\"id\":17}", "batch-operations/17"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "-1", "1.5", "1234567890123456789", "..", "a\r\nX-Injected: 1"})
  void an_id_that_is_no_number_is_that_of_no_operation(String id) {
    assertThat(BatchOperationsResource.number("17")).isEqualTo(17);
    assertThat(refusal(() -> BatchOperationsResource.number(id)))
        .isEqualTo(
            "404 SCHED-0931 there is no batch operation '"
                + id
                + "': see the list of batch operations");
  }
}
