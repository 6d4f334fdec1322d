package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.otlp.Collector;
import org.goodtiming.scheduler.otlp.Collector.Received;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A node with a collector exports the spans of a job, and hands their context on. */
@Disruptive
@Nightly
@TestInstance(Lifecycle.PER_CLASS)
class TracesIT {

  private static final String CALLER = "0af7651916cd43dd8448eb211c80319c";
  private static final String TRACEPARENT = "00-" + CALLER + "-b7ad6b7169203331-01";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SystemStack stack = SystemStack.shared();
  private final Collector collector = new Collector();
  @AutoClose private Registrant registrant;
  @AutoClose private Worker worker;

  @BeforeAll
  void startWithCollector() {
    stack.stopAllNodes();
    stack
        .node(1)
        .start(
            Map.of(
                "SCHEDULER_OTLP_ENDPOINT",
                collector.address().toString(),
                "SCHEDULER_LOG_FORMAT",
                "json"));
  }

  @BeforeEach
  void empty() {
    stack.clear();
    collector.clear();
    registrant = new Registrant(stack.connectionFactory());
    worker = new Worker(stack.connectionFactory(), "test.registration");
  }

  @AfterAll
  void restart() {
    stack.stopAllNodes();
    collector.close();
    stack.startAllNodes();
  }

  @Test
  void a_job_is_traced_from_its_registration_to_the_report_of_its_worker() throws JMSException {
    registrant.ask(
        "x",
        Map.of("scheduler_delay", "PT0S", "scheduler_tracked", true, "traceparent", TRACEPARENT));
    Message message = worker.receiveMessage();
    Execution.of(message, stack.connectionFactory()).finished();
    JobDelivery job = JobDelivery.of(message);

    Received register = span("register test.registration");
    Received dispatch = span("dispatch test.registration");
    Received deliver = span("deliver test.registration");
    Received report = span("report finished");
    assertThat(register.traceId()).isEqualTo(CALLER);
    assertThat(register.parentId()).isEqualTo("b7ad6b7169203331");
    assertThat(register.resource())
        .containsEntry("service.name", "good-timing")
        .containsEntry("service.instance.id", stack.node(1).name());
    assertThat(dispatch.linkedSpans()).containsExactly(register.spanId());
    assertThat(dispatch.traceId()).isEqualTo(job.fireId().replace("-", ""));
    assertThat(deliver.parentId()).isEqualTo(dispatch.spanId());
    assertThat(deliver.isNamedBy(job.traceparent())).as(job.traceparent()).isTrue();
    assertThat(report.parentId()).isEqualTo(deliver.spanId());
    assertThat(collector.spans()).noneMatch(Received::failed);
  }

  @Test
  void a_request_by_http_continues_the_trace_of_its_headers() {
    RestClient rest = new RestClient(stack.node(1));

    rest.post(
        "/jobs",
        "{\"queue\": \"test.registration\", \"delay\": \"PT0S\"}",
        "traceparent",
        TRACEPARENT,
        "tracestate",
        "a=b");

    assertThat(span("register test.registration").traceId()).isEqualTo(CALLER);
    assertThat(worker.receive().traceparent()).isNotEqualTo(TRACEPARENT);
    assertThat(span("dispatch test.registration").linkedTraces()).containsExactly(CALLER);
  }

  @Test
  void a_log_in_json_names_the_run_of_a_dead_letter_and_its_trace_but_not_its_payload() {
    NodeLog log = NodeLog.from(stack.node(1));
    registrant.ask(
        "confidential",
        Map.of(
            "scheduler_queue", "always-fails",
            "scheduler_jobId", "hopeless",
            "scheduler_delay", "PT0S"));
    await().atMost(Duration.ofSeconds(60)).until(() -> log.count("SCHED-0220") == 1);

    assertThat(records(log))
        .filteredOn(line -> line.getString("Code", "").equals("SCHED-0220"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getString("Queue")).isEqualTo("always-fails");
              assertThat(line.getString("JobId")).isEqualTo("hopeless");
              assertThat(line.getString("FireId"))
                  .isEqualTo(
                      stack.value(
                          "SELECT properties::json ->> 'scheduler_fireId' FROM scheduler.quarantine"));
              assertThat(line.getString("TraceId"))
                  .isEqualTo(span("dispatch always-fails").traceId());
              assertThat(line.getString("LogMessage")).startsWith("SCHED-0220 ");
            });
    assertThat(log.count("confidential")).isZero();
  }

  /** Fails at a line that is not JSON. */
  private static List<JsonObject> records(NodeLog log) {
    return log.lines().stream().map(TracesIT::json).toList();
  }

  private static JsonObject json(String line) {
    try (JsonReader reader = Json.createReader(new StringReader(line))) {
      return reader.readObject();
    }
  }

  private Received span(String name) {
    await().atMost(PATIENCE).until(() -> find(name).isPresent());
    return find(name).orElseThrow();
  }

  private Optional<Received> find(String name) {
    List<Received> spans = collector.spans();
    return spans.stream().filter(span -> span.name().equals(name)).findFirst();
  }
}
