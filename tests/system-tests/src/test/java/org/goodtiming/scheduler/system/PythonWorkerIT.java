package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.execution.ExecutionState.CANCELLED;
import static org.goodtiming.scheduler.execution.ExecutionState.ERROR;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;
import static org.goodtiming.scheduler.execution.ExecutionState.RUNNING;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.RunNotes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker in Python of the examples: jobs, reports and cancels by AMQP. */
class PythonWorkerIT {

  private static final String QUEUE = "test.python";
  private static final Path WORKER =
      Path.of(System.getProperty("scheduler.root"), "examples/python-worker/worker.py");

  private final SystemStack stack = SystemStack.shared();
  private final TrackedJobs jobs = new TrackedJobs(stack, QUEUE);

  @TempDir private Path directory;
  private Path output;
  private Process worker;

  @BeforeAll
  static void python_can_talk_amqp() throws Exception {
    Process probe =
        new ProcessBuilder("sh", "-c", "/usr/bin/python3 -c 'import proton'")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeTrue(
        probe.waitFor() == 0,
        "needs AMQP for Python: install the Debian packages python3-qpid-proton and libsasl2-modules");
  }

  @BeforeEach
  void prepare() throws IOException {
    stack.clear();
    stack.allow(QUEUE);
    start();
  }

  private void start() throws IOException {
    output = directory.resolve("worker.log");
    ProcessBuilder process =
        new ProcessBuilder("/usr/bin/python3", WORKER.toString(), url(), QUEUE)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    process.environment().put("BROKER_PASSWORD", stack.broker().password(BrokerUser.WORKER));
    worker = process.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    worker.destroy();
    worker.waitFor();
    jobs.close();
  }

  @Test
  void a_job_is_done_with_progress_and_a_result() {
    jobs.register("1", "5");
    ExecutionStatus finished = await("1", FINISHED);
    assertThat(finished.progress()).isEqualTo(100);
    assertThat(finished.worker()).endsWith("/" + worker.pid());
    assertThat(jobs.executions().result(finished.fireId()))
        .isInstanceOfSatisfying(
            ResultLookup.Present.class,
            result -> assertThat(new String(result.bytes(), UTF_8)).isEqualTo("{\"pages\":5}"));
  }

  @Nightly
  @Test
  void a_job_that_cannot_be_done_ends_as_an_error_and_the_next_one_is_done() {
    jobs.register("1", "many");
    jobs.register("2", "1");
    assertThat(await("1", ERROR).message()).contains("invalid literal for int()");
    await("2", FINISHED);
  }

  @Test
  void a_cancel_stops_a_run_between_two_pages() {
    jobs.register("1", "1000000");
    ExecutionStatus running = await("1", RUNNING);

    new RestClient(stack.node(1)).delete("/executions/" + running.fireId());

    assertThat(await("1", CANCELLED).message()).matches("stopped after \\d+ pages");
  }

  @Nightly
  @Test
  void another_worker_goes_on_at_the_checkpoint_of_one_that_was_killed() throws Exception {
    jobs.register("1", "100");
    ExecutionStatus running = await("1", RUNNING);
    Awaitility.await().until(() -> writtenPages(running) > 0);
    worker.destroyForcibly().waitFor();

    start();

    assertThat(await("1", FINISHED).attempt()).isEqualTo(2);
    assertThat(jobs.executions().notes(running.fireId()).orElseThrow().log())
        .extracting(RunNotes.Line::text)
        .hasSize(2)
        .startsWith("begins after 0 pages")
        .last()
        .asString()
        .matches("begins after [1-9]\\d* pages");
  }

  private int writtenPages(ExecutionStatus run) {
    return jobs.executions()
        .notes(run.fireId())
        .map(RunNotes::checkpoint)
        .map(checkpoint -> Integer.valueOf(checkpoint.json().replaceAll("\\D", "")))
        .orElse(0);
  }

  private ExecutionStatus await(String jobId, ExecutionState state) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .failFast(() -> assertThat(worker.isAlive()).as(this::printed).isTrue())
        .untilAsserted(
            () ->
                assertThat(jobs.transitions(jobs.latest(jobId).fireId()))
                    .as(this::printed)
                    .contains(state));
    return jobs.latest(jobId);
  }

  private String printed() {
    try {
      return "the worker printed: " + Files.readString(output);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private String url() {
    return stack.broker().url().replaceFirst("^tcp:", "amqp:").replaceFirst("\\?.*", "");
  }
}
