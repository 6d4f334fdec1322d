package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.execution.ExecutionState.EXHAUSTED;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;

import java.time.Duration;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.system.handler.Parcels;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A method with {@code @JobHandler}, whose message-driven bean the compiler generated. */
class JobHandlerIT {

  private static final SystemStack stack = SystemStack.shared();
  private static DeployedWorker worker;

  private final TrackedJobs jobs = new TrackedJobs(stack, Parcels.QUEUE);

  @BeforeAll
  static void deploy() {
    stack.allow(Parcels.QUEUE, Duration.ofMillis(100), 2);
    worker = new DeployedWorker(stack, "handler", Parcels.class);
  }

  @AfterAll
  static void undeploy() {
    worker.close();
  }

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @AfterEach
  void close() {
    jobs.close();
  }

  @Test
  void the_payload_is_read_and_the_result_is_reported_as_json() {
    jobs.register("1", "{\"parcels\": 2}");
    ResultLookup.Present result =
        (ResultLookup.Present) jobs.executions().result(jobs.await("1", FINISHED).fireId());
    assertThat(new String(result.bytes(), UTF_8)).isEqualTo("{\"job\":\"1\",\"parcels\":2}");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_handler_that_returns_null_has_no_result() {
    jobs.register("1", "{\"parcels\": 0}");
    assertThat(jobs.executions().result(jobs.await("1", FINISHED).fireId()))
        .isEqualTo(new ResultLookup.None());
  }

  @ParameterizedTest
  @ValueSource(strings = {"no json", "null", "{\"parcels\": -1}"})
  void a_failed_job_is_delivered_again_and_becomes_a_dead_letter(String payload) {
    jobs.register("1", payload);
    jobs.await("1", EXHAUSTED);
    assertThat(stack.value("SELECT count(*) FROM scheduler.quarantine WHERE stage = 'execution'"))
        .isEqualTo("1");
  }
}
