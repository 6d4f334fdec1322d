package org.goodtiming.scheduler.web.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;

class JobBatchesResourceTest {

  @Test
  void a_dry_run_that_the_operation_does_not_know_runs_nothing_again() {
    ByteArrayInputStream body = new ByteArrayInputStream("{\"dryRun\": true}".getBytes(UTF_8));
    assertThat(refusal(() -> new JobBatchesResource().act("import-4711/run-again", null, body)))
        .startsWith("422 SCHED-0916 field dryRun is true: send none")
        .endsWith("POST /batch-operations with jobBatch has a dry run");
  }
}
