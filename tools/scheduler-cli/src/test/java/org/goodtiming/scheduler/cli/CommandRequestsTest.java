package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What commands send, and what they say of the answer. */
class CommandRequestsTest {

  private final List<String> requests = new ArrayList<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private HttpServer server;
  private int status = 200;
  private String answer = "";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/scheduler/api/v1/",
        exchange -> {
          String path = exchange.getRequestURI().toString().replace("/scheduler/api/v1/", "");
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          requests.add((exchange.getRequestMethod() + " " + path + " " + body).strip());
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, 0);
          try (OutputStream stream = exchange.getResponseBody()) {
            stream.write(answer.getBytes(UTF_8));
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void one_request_ends_a_schedule_and_tells_of_one_that_has_ended_meanwhile() {
    answer = "{\"status\":\"cancelled\",\"endedSchedule\":true}";
    assertThat(run("schedule", "end", "a", "nightly")).isZero();
    assertThat(out.toString()).contains("Schedule a/nightly has ended");

    status = 409;
    answer = "{\"status\":409,\"code\":\"SCHED-0950\",\"detail\":\"has ended\"}";
    assertThat(run("schedule", "end", "a", "nightly")).isEqualTo(ExitStatus.CONFLICT.number);
    assertThat(err.toString()).contains("SCHED-0950");
    assertThat(requests).containsOnly("DELETE schedules/a/nightly").hasSize(2);
  }

  @Test
  void a_move_of_many_is_told_before_and_after() {
    answer =
        """
        {"counted": 3, "more": false, "dueAtOnce": 2, "schedules": 1, "scheduleNames": ["a/nightly"],
         "samples": [{"queue": "a", "jobId": "1", "dueAt": "2100-01-01T02:00:00Z", "newDueAt": "2100-01-01T01:00:00Z"}]}
        """;
    String[] move = {
      "batch",
      "start",
      "reschedule",
      "--queue",
      "a",
      "--property",
      "x_customer:c-002",
      "--due-from",
      "2100-01-01T00:00:00Z",
      "--by",
      "-1h",
      "--dry-run"
    };
    assertThat(run(move)).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith("3 match; 1 schedule matches too, and is left alone")
        .contains(
            "; a/1 from 2100-01-01T02:00:00Z to 2100-01-01T01:00:00Z; 2 are due at once then");
    assertThat(requests)
        .containsExactly(
            "POST batch-operations {\"operation\":\"reschedule\",\"queue\":\"a\",\"dueFrom\":\"2100-01-01T00:00:00Z\",\"property\":\"x_customer:c-002\",\"dueOffset\":\"-PT1H\",\"dryRun\":true}");
  }

  @Test
  void a_dry_run_names_the_queues_without_a_grant() {
    answer =
        "{\"counted\": 3, \"more\": false, \"withoutGrant\": [{\"queue\": \"b\", \"counted\": 2, \"more\": false}]}";
    assertThat(run("batch", "start", "cancel", "--prefix", "p", "--dry-run")).isZero();
    assertThat(out.toString())
        .contains("3 match; you have no grant for b (2), which would be refused");
  }

  @Test
  void each_table_of_failures_has_a_title() {
    answer =
        """
        {"paused": [], "schedules": [], "errors": [],
         "held": [{"queue": "b", "jobs": 2, "since": "2026-12-01T10:00:00Z", "jobId": "3", "reason": "SCHED-0848 ..."}]}
        """;
    assertThat(run("run", "failures")).as(err.toString()).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "paused: ",
            "schedules: ",
            "errors: ",
            "held:",
            "  QUEUE  JOBS  SINCE                 JOB ID  REASON",
            "  b      2     2026-12-01T10:00:00Z  3       SCHED-0848 ...");
  }

  @Test
  void the_state_of_the_installation_begins_with_what_needs_attention() {
    answer =
        """
        {"ledger": {}, "quarantined": 4, "inDoubt": 0, "workerQueues": [], "leases": [], "nodes": [], "paused": [], "schedules": [],
         "errors": [{"queue": "a", "runs": 4}, {"queue": "b", "runs": 2}], "held": [{"queue": "b", "jobs": 1}]}
        """;
    assertThat(run("top")).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith(
            "quarantined 4, in doubt 0, failed runs 6, held by failures 1: see 'run failures'\n");
  }

  @Test
  void a_job_after_others_is_registered_and_shown_with_them() {
    answer = "{\"status\":\"accepted\",\"dueAt\":\"2026-12-01T10:00:00Z\"}";
    String[] submit = {
      "job",
      "submit",
      "b",
      "3",
      "--after",
      "a/1",
      "--after",
      "a/2",
      "--if-parent-fails",
      "cancel",
      "--parent-timeout",
      "2h"
    };
    assertThat(run(submit)).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith("Job b/3 is registered, and is due when its parents have ended");
    assertThat(requests)
        .containsExactly(
            "POST jobs {\"queue\":\"b\",\"jobId\":\"3\",\"after\":[\"a/1\",\"a/2\"],\"ifParentFails\":\"cancel\",\"parentTimeout\":\"PT2H\"}");

    answer =
        """
        {"queue": "b", "jobId": "3", "waiting": true, "executions": [{"fireId": "f", "queue": "b", "jobId": "3", "state": "SUBMITTED", "attempt": 1}],
         "parents": [{"queue": "a", "jobId": "2"}, {"queue": "a", "jobId": "1", "state": "ERROR", "fireId": "e", "message": "no file"}],
         "children": [{"queue": "c", "jobId": "4"}], "childCount": 1}
        """;
    out.getBuffer().setLength(0);
    assertThat(run("job", "show", "b", "3")).as(err.toString()).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "queue: b",
            "jobId: 3",
            "waiting: true",
            "executions:",
            "  FIRE ID  STATE      ATTEMPT  STARTED AT  ENDED AT  MESSAGE",
            "  f        SUBMITTED  1",
            "parents:",
            "  QUEUE  JOB ID  STATE  FIRE ID  MESSAGE",
            "  a      2",
            "  a      1       ERROR  e        no file",
            "children:",
            "  QUEUE  JOB ID",
            "  c      4",
            "childCount: 1");
  }

  @Test
  void the_progress_of_a_job_batch_is_shown() {
    answer =
        """
        {"id": "import/1", "number": 7, "state": "CLOSED", "size": 2000, "total": 1990, "waiting": 900, "running": 90,
         "finished": 988, "failed": 10, "cancelled": 0, "missing": 2, "createdAt": "2026-12-01T10:00:00Z", "children": []}
        """;
    assertThat(run("job-batch", "show", "import/1")).as(err.toString()).isZero();
    assertThat(out.toString().lines())
        .startsWith(
            "[####################--------------------] 1,000 of 2,000 ended, 10 failed, 2 missing, 8 not registered",
            "id: import/1");
    out.getBuffer().setLength(0);
    assertThat(run("job-batch", "show", "import/1", "-o", "jsonl")).as(err.toString()).isZero();
    assertThat(out.toString()).startsWith("{").hasLineCount(1);
    assertThat(requests).containsOnly("GET job-batches/base64url:aW1wb3J0LzE");
  }

  @Test
  void members_of_a_job_batch_are_cancelled_or_run_again_by_their_number() {
    answer = "{\"counted\": 2, \"more\": false}";
    assertThat(run("job-batch", "cancel", "import")).isEqualTo(ExitStatus.USAGE.number);
    assertThat(err.toString()).contains("2 match: repeat the command with --expect 2");
    assertThat(run("job-batch", "again", "import", "--expect", "3"))
        .isEqualTo(ExitStatus.CONFLICT.number);
    assertThat(requests)
        .containsExactly(
            "POST batch-operations {\"operation\":\"cancel-runs\",\"jobBatch\":\"import\",\"dryRun\":true}",
            "POST batch-operations {\"operation\":\"run-again\",\"jobBatch\":\"import\",\"dryRun\":true}");

    answer = "{\"counted\": 1000, \"more\": true, \"estimate\": 2999}";
    for (String unlike : List.of("2999", "1000")) {
      assertThat(run("job-batch", "again", "import", "--expect", unlike))
          .isEqualTo(ExitStatus.CONFLICT.number);
      assertThat(err.toString())
          .contains(
              "more than 1000 (about 2999) match, not %s: nothing is changed; --expect 1000+ starts on them"
                  .formatted(unlike));
    }
    assertThat(requests).allMatch(request -> request.contains("\"dryRun\":true"));

    answer = "{\"counted\": 0, \"more\": false}";
    assertThat(run("job-batch", "again", "import")).isZero();
    assertThat(out.toString().lines()).containsExactly("0 match");
  }

  @Test
  void a_backfill_tells_times_in_the_zone_of_the_schedule() {
    answer =
        """
        {"queue": "x", "jobId": "x", "state": "x", "misfire": "x", "overlap": "x", "stateful": false, "registeredAt": "x", "tracked": false, "recurrence": "cron:0 0 6 ? * * zone=Europe/Berlin",
         "pace": "PT5S", "dryRun": false, "runs": 2, "first": "2026-10-24T04:00:00Z", "last": "2026-10-25T05:00:00Z"}
        """;
    String[] backfill = {
      "schedule", "backfill", "a", "nightly", "--from", "2026-10-24", "--until", "2026-10-26"
    };
    assertThat(run(backfill)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains(
            "2 runs are added to schedule a/nightly, for the times from 2026-10-24T06:00:00+02:00 to 2026-10-25T06:00:00+01:00");
  }

  private int run(String... command) {
    return Goodtiming.commandLine(
            new Surroundings(
                Map.of("GOODTIMING_URL", "http://127.0.0.1:" + server.getAddress().getPort())),
            List.of(command))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(command);
  }
}
