package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.PayaraNode;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code goodtiming} does on an installation. */
class CommandLineIT {

  private record Result(int status, String out, String err) {
    JsonObject json() {
      try (var reader = Json.createReader(new StringReader(out))) {
        return reader.readObject();
      }
    }
  }

  private static final String QUEUE = "test.registration";
  private static final String FAR = "2100-01-01T00:00:00Z";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SystemStack stack = SystemStack.shared();
  private final PayaraNode node = stack.payara(1);
  private final Map<String, String> variables = new HashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir private Path home;

  @BeforeEach
  void logged_in() {
    stack.clear();
    variables.put("HOME", home.toString());
    variables.put("GOODTIMING_URL", node.url().toString());
    variables.put("GOODTIMING_USER", node.restUser());
    variables.put("GOODTIMING_PASSWORD", node.restPassword());
  }

  @AfterEach
  void nothing_of_these_tests() {
    stack.execute(
        """
        DELETE FROM scheduler.api_user WHERE name LIKE 'cli-%';
        DELETE FROM scheduler.worker_queue WHERE name LIKE 'cli-%';
        DELETE FROM scheduler.calendar WHERE name LIKE 'cli-%';
        DELETE FROM scheduler.definition WHERE name LIKE 'cli-%'
        """);
  }

  @Test
  void a_job_is_submitted_held_rescheduled_and_cancelled() {
    assertThat(done("job", "submit", QUEUE, "4711", "--at", FAR, "--body", "check it").out())
        .isEqualToIgnoringNewLines(
            "Job test.registration/4711 is registered, due at 2100-01-01T00:00:00Z\n");
    done("job", "hold", QUEUE, "4711");
    assertThat(shown("4711").getString("state")).isEqualTo("held");
    assertThat(shown("4711").getString("body")).isEqualTo("check it");
    done("job", "release", QUEUE, "4711");
    done("job", "reschedule", QUEUE, "4711", "--at", "2100-02-03T04:05:06Z");
    assertThat(shown("4711").getString("dueAt")).isEqualTo("2100-02-03T04:05:06Z");
    assertThat(done("job", "explain", QUEUE, "4711").out()).contains("2100-02-03");
    assertThat(done("job", "cancel", QUEUE, "4711").out()).contains("cancelled");
    assertThat(gone("4711")).isTrue();
    Result mistyped = run("job", "cancel", QUEUE, "4712");
    assertThat(mistyped.status()).isEqualTo(ExitStatus.NOT_FOUND.number);
    assertThat(mistyped.err()).startsWith("No job waits under test.registration/4712");
  }

  @Nightly
  @Test
  void a_session_is_listed_and_ended() throws Exception {
    String password = done("user", "create", "cli-browser", "--role", "viewer").out().strip();
    HttpResponse<String> login =
        http.send(
            HttpRequest.newBuilder(URI.create(node.restUrl() + "/session"))
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"name\": \"cli-browser\", \"password\": \"%s\"}".formatted(password)))
                .build(),
            BodyHandlers.ofString());
    String cookie = login.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    assertThat(statusOfSession(cookie)).isEqualTo(200);

    String session =
        done("session", "list", "-o", "jsonl")
            .out()
            .lines()
            .filter(line -> line.contains("\"user\":\"cli-browser\""))
            .findFirst()
            .orElseThrow();
    String id = session.replaceFirst(".*\"id\":\"?(\\d+).*", "$1");

    assertThat(done("session", "end", id).out()).contains("Session " + id + " has ended");
    assertThat(statusOfSession(cookie)).isEqualTo(401);
    assertThat(run("session", "end", id).status()).isEqualTo(ExitStatus.NOT_FOUND.number);
  }

  private int statusOfSession(String cookie) throws Exception {
    return http.send(
            HttpRequest.newBuilder(URI.create(node.restUrl() + "/session"))
                .header("Cookie", cookie)
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  @Nightly
  @Test
  void a_job_is_run_now() {
    done("job", "submit", QUEUE, "early", "--at", FAR);
    done("job", "run", QUEUE, "early");
    await().atMost(PATIENCE).until(() -> gone("early"));
  }

  /** The job waits long enough for the first look at it. */
  @Nightly
  @Test
  void a_job_is_waited_for_until_it_is_dispatched() {
    done("job", "submit", QUEUE, "soon", "--at", Instant.now().plusSeconds(5).toString());
    assertThat(done("job", "wait", QUEUE, "soon", "--timeout", "30s").out())
        .contains("test.registration/soon no longer waits");
  }

  @Test
  void a_list_is_text_json_or_lines_of_json_and_follows_pages() {
    for (String id : List.of("a1", "a2", "a3")) {
      done("job", "submit", QUEUE, id, "--at", FAR);
    }
    assertThat(done("job", "list", "--queue", QUEUE).out().lines())
        .hasSize(4)
        .first()
        .asString()
        .startsWith("QUEUE");
    Result two =
        done("job", "list", "--prefix", "a", "--queue", QUEUE, "--limit", "2", "-o", "jsonl");
    assertThat(two.out().lines()).hasSize(2).allMatch(line -> line.startsWith("{"));
    assertThat(two.err()).contains("There are more");
    assertThat(done("job", "list", "--queue", QUEUE, "--all", "-o", "json").out()).startsWith("[");
  }

  @Nightly
  @Test
  void an_id_that_a_server_would_change_arrives() {
    String id = "a/../b;c=d?x=%2F ü";
    done("job", "submit", QUEUE, id, "--at", FAR);
    assertThat(shown(id).getString("jobId")).isEqualTo(id);
    done("job", "cancel", QUEUE, id);
    assertThat(gone(id)).isTrue();
  }

  @Nightly
  @Test
  void a_schedule_is_compared_with_a_file() throws IOException {
    done("job", "submit", QUEUE, "hourly", "--recurrence", "every:PT1H", "--body", "x");
    Path file = home.resolve("hourly.json");
    String shown = done("schedule", "show", QUEUE, "hourly", "-o", "json").out();
    Files.writeString(file, shown);
    assertThat(done("schedule", "diff", QUEUE, "hourly", file.toString()).out()).isEmpty();

    Files.writeString(file, shown.replace("every:PT1H", "every:PT2H"));
    Result changed = run("schedule", "diff", QUEUE, "hourly", file.toString());

    assertThat(changed.status()).isEqualTo(1);
    assertThat(changed.out().lines())
        .containsExactly("- recurrence: every:PT1H", "+ recurrence: every:PT2H");
    assertThat(run("schedule", "diff", QUEUE, "none", file.toString()).status()).isEqualTo(3);
  }

  @Test
  void a_worker_queue_is_created_once() {
    Result created = done("queue", "create", "cli-new", "--tracked", "true");

    assertThat(created.err())
        .contains("goodtiming install broker --home BROKER_HOME --worker-queue cli-new ");
    assertThat(done("queue", "show", "cli-new", "-o", "json").json().getBoolean("tracked"))
        .isTrue();
    assertThat(run("queue", "create", "cli-new").status()).isEqualTo(5);
    Result mistyped = run("queue", "settings", "cli-nwe", "--tracked", "true");
    assertThat(mistyped.status()).isEqualTo(ExitStatus.NOT_FOUND.number);
    assertThat(mistyped.err()).contains("There is no worker queue cli-nwe: queue create adds it");
    assertThat(run("queue", "show", "cli-nwe").status()).isEqualTo(3);
    done("job", "submit", "cli-new", "1", "--at", FAR);
    Result needed = run("queue", "delete", "cli-new");
    assertThat(needed.status()).isEqualTo(ExitStatus.CONFLICT.number);
    assertThat(needed.err()).contains("SCHED-0194", "cancel and delete them");
    done("job", "cancel", "cli-new", "1");
    done("queue", "delete", "cli-new");
    assertThat(run("queue", "show", "cli-new").status()).isEqualTo(3);
  }

  @Nightly
  @Test
  void a_schedule_is_previewed_created_paused_and_resumed() {
    String recurrence = "cron:0 0 6 ? * MON-FRI zone=Europe/Berlin";
    assertThat(done("schedule", "preview", recurrence, "--runs", "2").out().lines()).hasSize(3);
    done("job", "submit", QUEUE, "nightly", "--recurrence", recurrence);
    done("schedule", "pause", QUEUE, "nightly", "--until", FAR);
    assertThat(done("schedule", "list", "--queue", QUEUE).out()).contains("paused");
    done("schedule", "resume", QUEUE, "nightly");
    assertThat(done("schedule", "show", QUEUE, "nightly", "-o", "json").json().getString("state"))
        .isEqualTo("active");
    done("schedule", "runs", QUEUE, "nightly");
    done("schedule", "explain", QUEUE, "nightly");
    assertThat(done("job", "list", "--queue", QUEUE).out()).contains("RECURS");
    assertThat(done("schedule", "skip", QUEUE, "nightly").out()).contains("skips a run");
    String[] backfill = {"schedule", "backfill", QUEUE, "nightly", "--from", "2026-11-02T00:00Z"};
    assertThat(done(with(backfill, "--until", "2026-11-09T00:00Z", "--dry-run")).out())
        .contains(
            "5 runs would be added", "2026-11-02T06:00:00+01:00", "2026-11-06T06:00:00+01:00");
    String[] cancel = {"batch", "start", "cancel", "--queue", QUEUE, "--prefix", "nightly"};
    assertThat(done(with(cancel, "--dry-run")).out()).startsWith("0 match; 1 schedule matches too");
    assertThat(done(with(cancel, "--dry-run", "--schedules")).out()).contains("this ends 1");
    assertThat(done("schedule", "end", QUEUE, "nightly").out()).contains("has ended");
    assertThat(run("schedule", "end", QUEUE, "nightly").status())
        .isEqualTo(ExitStatus.CONFLICT.number);
  }

  @Nightly
  @Test
  void a_batch_operation_starts_only_on_the_expected_number() {
    done("job", "submit", QUEUE, "b1", "--at", FAR);
    done("job", "submit", QUEUE, "b2", "--at", FAR);
    String[] cancel = {"batch", "start", "cancel", "--queue", QUEUE, "--prefix", "b"};
    assertThat(done(with(cancel, "--dry-run")).out()).startsWith("2 match");
    assertThat(run(cancel).status()).isEqualTo(ExitStatus.USAGE.number);
    Result three = run(with(cancel, "--expect", "3"));
    assertThat(three.status()).isEqualTo(ExitStatus.CONFLICT.number);
    assertThat(three.err()).startsWith("2 match, not 3");
    Result waited = done(with(cancel, "--expect", "2", "--wait"));
    assertThat(waited.out()).contains(" is finished: 2 done, 0 refused");
    assertThat(waited.err())
        .as("no progress without a terminal")
        .matches("Batch operation \\d+ has started on 2\n");
    assertThat(gone("b1") && gone("b2")).isTrue();
    assertThat(done("batch", "list", "--limit", "1").out()).contains("cancel");
  }

  @Nightly
  @Test
  void a_queue_is_paused_and_resumed() {
    done("queue", "pause", QUEUE, "--until", "2100-01-01T00:00:00Z");
    JsonObject paused = done("queue", "show", QUEUE, "-o", "json").json();
    assertThat(paused.getBoolean("paused")).isTrue();
    assertThat(paused.getString("pausedUntil")).startsWith("2100-01-01T00:00:00");
    done("queue", "resume", QUEUE);
    assertThat(done("queue", "list").out()).contains(QUEUE);
  }

  @Nightly
  @Test
  void a_queue_gets_a_schema_of_its_payloads_and_loses_it_again() {
    done("queue", "settings", QUEUE, "--input-schema", "{\"type\": \"integer\"}");
    JsonObject queue = done("queue", "show", QUEUE, "-o", "json").json();
    assertThat(queue.getJsonObject("inputSchema").getString("type")).isEqualTo("integer");
    done("queue", "settings", QUEUE, "--input-schema", "null");
    assertThat(done("queue", "show", QUEUE, "-o", "json").json()).doesNotContainKey("inputSchema");
  }

  @Nightly
  @Test
  void users_grants_calendars_and_definitions_are_managed() {
    assertThat(done("user", "create", "cli-1", "--role", "viewer").out().strip()).isNotEmpty();
    done("user", "role", "cli-1", "submitter");
    done("user", "lock", "cli-1");
    assertThat(done("user", "list").out()).contains("cli-1");
    done("user", "unlock", "cli-1");
    done("grant", "add", "cli-1", QUEUE);
    assertThat(done("grant", "list").out()).contains("cli-1");
    done("grant", "remove", "cli-1", QUEUE);
    done("user", "delete", "cli-1");
    done("calendar", "set", "cli-weekend", "--excludes", "weekly:SAT,SUN");
    assertThat(done("calendar", "list").out()).contains("weekly:SAT,SUN");
    done("calendar", "delete", "cli-weekend");
    String definition = "{\"queue\": \"%s\", \"inputSchema\": {\"type\": \"integer\"}}";
    done("definition", "set", "cli-order", "--json", definition.formatted(QUEUE));
    JsonObject shown = done("definition", "show", "cli-order", "-o", "json").json();
    assertThat(shown.getString("queue")).isEqualTo(QUEUE);
    assertThat(shown.getJsonObject("inputSchema").getString("type")).isEqualTo("integer");
    done("definition", "delete", "cli-order");
    assertThat(done("audit", "--limit", "20").out()).contains("cli-1");
  }

  @Test
  void the_state_of_the_installation_is_shown() {
    done("job", "submit", QUEUE, "4711", "--at", FAR);
    assertThat(done("top").out()).contains(QUEUE, "node-1", "in doubt");
    assertThat(done("node", "list").out()).contains("node-1", "node-2");
    assertThat(done("lease", "list").out()).contains("default");
    assertThat(done("lease", "history").out()).contains("node-");
    Result unknown = run("lease", "prefer", "default", "node-9");
    assertThat(unknown.status()).isEqualTo(ExitStatus.NOT_FOUND.number);
    assertThat(unknown.err()).contains("SCHED-0093");
    assertThat(done("search", "4711").out()).contains("job", QUEUE);
    assertThat(done("forecast").out()).contains("JOBS");
    done("in-doubt", "list");
    done("quarantine", "list");
    done("run", "list");
  }

  @Test
  void a_refusal_has_its_code_and_an_exit_status() {
    Result absent = run("quarantine", "show", "99999999999");
    assertThat(absent.status()).isEqualTo(ExitStatus.NOT_FOUND.number);
    assertThat(absent.err()).startsWith("SCHED-");
    assertThat(absent.out()).isEmpty();
    assertThat(run("job", "submit", "no.such.queue", "1", "--at", FAR).status())
        .isEqualTo(ExitStatus.FAILED.number);
    assertThat(run("job", "sumbit").status()).isEqualTo(ExitStatus.USAGE.number);
    variables.put("GOODTIMING_PASSWORD", "wrong");
    Result stranger = run("job", "list");
    assertThat(stranger.status()).isEqualTo(ExitStatus.FORBIDDEN.number);
    assertThat(stranger.err()).startsWith("SCHED-0907 ").contains("'goodtiming config' shows");
    assertThat(run("--url", "http://127.0.0.1:1", "job", "list").status())
        .isEqualTo(ExitStatus.UNAVAILABLE.number);
  }

  private JsonObject shown(String job) {
    return done("job", "show", QUEUE, job, "-o", "json").json();
  }

  private boolean gone(String job) {
    return run("job", "show", QUEUE, job).status() == ExitStatus.NOT_FOUND.number;
  }

  @Test
  void the_lines_that_the_doctor_prints_cure_what_stops_jobs() throws Exception {
    variables.put("GOODTIMING_DATABASE", stack.database().url());
    variables.put("GOODTIMING_DATABASE_PASSWORD", stack.database().password(DatabaseUser.READER));
    done("queue", "create", "cli-lost");
    done("job", "submit", "cli-lost", "1", "--at", FAR);
    stack.execute("DELETE FROM scheduler.worker_queue WHERE name = 'cli-lost'");
    done("node", "drain", "node-2");
    done("queue", "pause", QUEUE);
    done("dispatch", "pause");
    done("job", "submit", QUEUE, "waits", "--delay", "PT0S");
    assertThat(done("queue", "show", QUEUE).out())
        .containsSubsequence(
            "its jobs are not dispatched:\n- the dispatch of all jobs is paused",
            "- worker queue test.registration is paused",
            "  resume the queue: goodtiming queue resume test.registration\n");
    assertThat(done("queue", "list").out()).contains("worker queue test.registration is paused");
    variables.remove("GOODTIMING_URL");
    List<String> expected =
        List.of(
            "goodtiming queue create cli-lost",
            "goodtiming node resume node-2",
            "goodtiming queue resume test.registration",
            "goodtiming dispatch resume");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(cures()).containsExactlyInAnyOrderElementsOf(withAddress(expected)));
    for (String line : cures()) {
      done(words(line));
    }
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(cures()).isEmpty());
    assertThat(doctor()).contains("GTD-198 note: scheduler_read does not see");
  }

  private String doctor() {
    return run("doctor", "--url", node.url().toString()).out();
  }

  /** Those for a node. */
  private List<String> cures() {
    return doctor()
        .lines()
        .filter(line -> line.startsWith("  goodtiming ") && line.endsWith(" --url " + node.url()))
        .map(String::strip)
        .toList();
  }

  private List<String> withAddress(List<String> commands) {
    return commands.stream().map(command -> command + " --url " + node.url()).toList();
  }

  /** The arguments that a shell gives to goodtiming. */
  private static String[] words(String line) throws IOException {
    Process shell =
        new ProcessBuilder("bash", "-c", "goodtiming() { printf '%s\\0' \"$@\"; }\n" + line)
            .start();
    return new String(shell.getInputStream().readAllBytes(), UTF_8).split("\0");
  }

  @Test
  void the_doctor_finds_a_worker_queue_that_the_running_broker_does_not_have() {
    // A tick that failed because the tables were emptied is a finding until the next one
    Result healthy = await().until(() -> run("doctor"), result -> result.status() == 0);
    assertThat(healthy.out()).as("findings about the broker").doesNotContain("GTD-2");
    done("queue", "create", "cli-absent");
    Result result = run("doctor");
    assertThat(result.status()).isEqualTo(7);
    assertThat(result.out())
        .contains("GTD-209 error: the broker has no queue cli-absent, so that its jobs wait\n")
        .contains("\n  goodtiming install broker --home BROKER_HOME --worker-queue cli-absent ");
  }

  @Nightly
  @Test
  void the_doctor_says_that_a_node_refuses_the_login() {
    variables.put("GOODTIMING_PASSWORD", "wrong");
    Result result = run("doctor");
    assertThat(result.status()).isEqualTo(7);
    assertThat(result.out()).startsWith("GTD-303 error: %s".formatted(node.url()));
  }

  @Nightly
  @Test
  void a_quarantined_row_is_mended_and_resubmitted() {
    stack.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_id, sent_at, sent_by, message_type, properties, body)
        VALUES ('registration', 'SCHED-0112', 'a test', 'node-1', 'test.registration', 'r1', 'ID:1', clock_timestamp(), 'admin', 'text',
               '{"scheduler_queue": "test.registration", "scheduler_jobId": "r1", "scheduler_dueAt": "tomorrow"}', 'before')
        """);
    String id = done("quarantine", "list", "-o", "jsonl").json().get("id").toString();
    done(
        "quarantine",
        "mend",
        id,
        "--property",
        "scheduler_delay=P3650D",
        "--remove-property",
        "scheduler_dueAt",
        "--json",
        "{\"order\": 4711}");
    done("quarantine", "resubmit", id);
    await().atMost(PATIENCE).until(() -> !gone("r1"));
    assertThat(shown("r1").getString("body")).isEqualTo("{\"order\":4711}");
    assertThat(run("quarantine", "mend", id, "--queue", QUEUE).status())
        .isEqualTo(ExitStatus.NOT_FOUND.number);
  }

  @Nightly
  @Test
  void the_quarantined_rows_of_a_queue_are_resubmitted_together() {
    stack.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_id, sent_at, sent_by, message_type, properties, body)
        SELECT 'registration', 'SCHED-0112', 'a test', 'node-1', 'test.registration', id, 'ID:' || id, clock_timestamp(), 'admin', 'text',
               '{"scheduler_queue": "test.registration", "scheduler_jobId": "' || id || '", "scheduler_delay": "P3650D"}', 'text'
          FROM unnest(ARRAY['q1', 'q2']) AS id
        """);
    String[] redrive = {"queue", "redrive", QUEUE, "--code", "SCHED-0112"};
    assertThat(done(with(redrive, "--dry-run")).out()).startsWith("2 match");
    assertThat(run(with(redrive, "--expect", "1")).status()).isEqualTo(ExitStatus.CONFLICT.number);
    assertThat(gone("q1")).isTrue();
    done(with(redrive, "--expect", "2"));
    await().atMost(PATIENCE).until(() -> !gone("q1") && !gone("q2"));
  }

  @Test
  void a_support_bundle_of_a_running_node_has_its_state_and_no_secret() throws IOException {
    variables.put("GOODTIMING_DATABASE", stack.database().url());
    variables.put("GOODTIMING_DATABASE_PASSWORD", stack.database().password(DatabaseUser.READER));
    Path file = home.resolve("bundle.zip");
    Path domain = node.log().resolve("../..").normalize();
    done("support-bundle", "--file", file.toString(), "--node-home", domain.toString());
    Map<String, String> parts = parts(file);
    assertThat(parts.get("node/nodes.json")).contains("\"name\":\"node-1\"");
    assertThat(parts.get("node/health.json")).contains("scheduler-ledger");
    assertThat(parts.get("node/broker.json")).contains("\"name\":\"scheduler.jobs\"");
    assertThat(parts.get("node/metrics.txt")).contains("\nscheduler_");
    assertThat(parts.get("database.txt")).contains("max_connections = ");
    assertThat(parts.get("server/config/domain.xml")).contains("scheduler-last-resource");
    assertThat(parts.get("server/logs/server.log")).isNotBlank();
    assertThat(String.join("\n", parts.values())).doesNotContain(secrets());
  }

  private List<String> secrets() {
    List<String> secrets = new ArrayList<>(List.of(node.restPassword(), node.adminPassword()));
    for (DatabaseUser user : DatabaseUser.values()) {
      secrets.add(stack.database().password(user));
    }
    for (BrokerUser user : BrokerUser.values()) {
      secrets.add(stack.devStack().broker().password(user));
    }
    return secrets;
  }

  private static Map<String, String> parts(Path file) throws IOException {
    Map<String, String> parts = new HashMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        parts.put(entry.getName(), new String(zip.getInputStream(entry).readAllBytes(), UTF_8));
      }
    }
    return parts;
  }

  private Result done(String... arguments) {
    Result result = run(arguments);
    assertThat(result.status()).as("%s%s", String.join(" ", arguments), result).isZero();
    return result;
  }

  private Result run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        Goodtiming.commandLine(new Surroundings(variables), List.of(arguments))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    int status = command.execute(arguments);
    return new Result(status, out.toString(), err.toString());
  }

  private static String[] with(String[] arguments, String... more) {
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return all;
  }
}
