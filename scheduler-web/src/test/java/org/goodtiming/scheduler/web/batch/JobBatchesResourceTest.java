package org.goodtiming.scheduler.web.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class JobBatchesResourceTest {

  @Test
  void a_dry_run_that_the_operation_does_not_know_runs_nothing_again() {
    InputStream body = body("{\"dryRun\": true}");
    assertThat(refusal(() -> new JobBatchesResource().act("import-4711/run-again", null, body)))
        .startsWith("422 SCHED-0916 field dryRun is true: send none")
        .endsWith("POST /batch-operations with jobBatch has a dry run");
  }

  @Test
  void size_and_timeout_are_refused_by_their_names_in_the_body() {
    assertThat(refusal(() -> new JobBatchesResource().put("import", body("{\"size\": -1}"))))
        .isEqualTo("422 SCHED-0916 field size is -1: send the number of members, 0 to 10000000");
    assertThat(refusal(() -> new JobBatchesResource().put("import", body("{\"timeout\": \"1d\"}"))))
        .isEqualTo("422 SCHED-0916 field timeout is \"1d\": send a duration from PT1S to P366D");
  }

  private static InputStream body(String json) {
    return new ByteArrayInputStream(json.getBytes(UTF_8));
  }
}
