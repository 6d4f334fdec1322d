package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what by the REST API. */
class RestSecurityIT {

  private static final String FORWARDED_FOR = "X-Forwarded-For";

  private final SystemStack stack = SystemStack.shared();
  private RestClient admin;

  @BeforeEach
  void users() throws Exception {
    stack.clear();
    admin = new RestClient(stack.node(1));
    assertThat(admin.get("/jobs").status()).isEqualTo(200);
    for (String role : new String[] {"viewer", "submitter", "operator"}) {
      stack.execute(
          "INSERT INTO scheduler.api_user (name, role, password_hash) VALUES ('a-%1$s', '%1$s', '%2$s') ON CONFLICT DO NOTHING"
              .formatted(role, hash(role)));
    }
    stack.execute(
        "INSERT INTO scheduler.registration_grant (login, queue) VALUES ('a-submitter',"
            + " 'test.registration') ON CONFLICT DO NOTHING");
  }

  @AfterEach
  void no_users() {
    stack.execute(
        """
        DELETE FROM scheduler.api_user WHERE name LIKE 'a-%';
        DELETE FROM scheduler.registration_grant WHERE login LIKE 'a-%'
        """);
  }

  @Test
  @AnyServer
  void without_a_login_nothing_is_served_but_metrics() {
    assertRefused(admin.withoutLogin("GET", "/jobs", null), 401, "SCHED-0907");
    assertRefused(admin.withoutLogin("POST", "/jobs", RestJobsIT.job("1")), 401, "SCHED-0907");
    Answer metrics = admin.withoutLogin("GET", stack.node(1).url() + "/scheduler/metrics", null);
    assertThat(metrics.status()).isEqualTo(200);
  }

  @Nightly
  @ParameterizedTest
  @CsvSource({
    "jobs,application/x-www-form-urlencoded,false",
    "jobs,application/json,false",
    "jobs,application/json,true",
    "session,application/json,false"
  })
  void clients_that_never_send_their_body_do_not_stop_a_node(
      String path, String contentType, boolean withLogin) throws Exception {
    String user = stack.node(1).restUser() + ":" + stack.node(1).restPassword();
    String login =
        "Authorization: Basic %s\r\n"
            .formatted(Base64.getEncoder().encodeToString(user.getBytes(US_ASCII)));
    String headers =
        "POST /scheduler/api/v1/%s HTTP/1.1\r\nHost: x\r\n%sContent-Type: %s\r\nContent-Length: 100000\r\n\r\n"
            .formatted(path, withLogin ? login : "", contentType);
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 80; i++) {
        Socket socket = new Socket("127.0.0.1", stack.node(1).httpPort());
        silent.add(socket);
        socket.getOutputStream().write(headers.getBytes(US_ASCII));
      }
      long start = System.nanoTime();
      assertThat(stack.node(1).healthy()).isTrue();
      assertThat(admin.get("/jobs").status()).isEqualTo(200);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  /** A thread each would be gone for as long as its sender likes. */
  @Nightly
  @Test
  void clients_whose_bodies_drip_are_answered_after_a_while_and_do_not_stop_a_node()
      throws Exception {
    String user = stack.node(1).restUser() + ":" + stack.node(1).restPassword();
    String headers =
        "POST /scheduler/api/v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Basic %s\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
            .formatted(Base64.getEncoder().encodeToString(user.getBytes(US_ASCII)));
    List<Socket> dripping = new ArrayList<>();
    try {
      for (int i = 0; i < 80; i++) {
        Socket socket = new Socket("127.0.0.1", stack.node(1).httpPort());
        dripping.add(socket);
        socket.getOutputStream().write(headers.getBytes(US_ASCII));
      }
      List<Socket> unanswered = new ArrayList<>(dripping);
      long start = System.nanoTime();
      while (!unanswered.isEmpty()) {
        long before = System.nanoTime();
        assertThat(stack.node(1).healthy()).isTrue();
        assertThat(admin.get("/jobs").status()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
        unanswered.removeIf(socket -> !drips(socket));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
      }
      assertThat(admin.post("/jobs", RestJobsIT.job("1")).status()).isEqualTo(202);
    } finally {
      for (Socket socket : dripping) {
        socket.close();
      }
    }
  }

  /** False if the node has answered. */
  private static boolean drips(Socket socket) {
    try {
      socket.getOutputStream().write(' ');
      return socket.getInputStream().available() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void behind_a_trusted_proxy_each_address_has_logins_of_its_own() throws Exception {
    stack.execute(
        "INSERT INTO scheduler.api_user (name, role, password_hash) VALUES ('a-behind', 'viewer', '%s')"
            .formatted(hash("behind")));
    RestClient guesser = new RestClient(stack.node(1), "a-behind", "a guess");
    for (int i = 0; i < 10; i++) {
      assertRefused(guesser.get("/jobs", FORWARDED_FOR, "203.0.113.7"), 401, "SCHED-0907");
    }
    assertRefused(guesser.get("/jobs", FORWARDED_FOR, "203.0.113.7"), 429, "SCHED-0925");
    assertRefused(
        guesser.get("/jobs", FORWARDED_FOR, "198.51.100.1, 203.0.113.7"), 429, "SCHED-0925");

    RestClient behind = as("behind");
    assertThat(behind.get("/jobs", FORWARDED_FOR, "203.0.113.8").status())
        .as("the first login ever of this user at this node")
        .isEqualTo(200);
  }

  @Nightly
  @Test
  void behind_a_trusted_proxy_that_ends_tls_the_origin_is_https() {
    String origin = stack.node(1).url().replace("http:", "https:");
    String job = RestJobsIT.job("1");
    assertRefused(admin.post("/jobs", job, "Origin", origin), 403, "SCHED-0914");
    assertThat(admin.post("/jobs", job, "Origin", origin, "X-Forwarded-Proto", "https").status())
        .isEqualTo(202);
    assertRefused(
        admin.post("/jobs", job, "Origin", stack.node(1).url(), "X-Forwarded-Proto", "https"),
        403,
        "SCHED-0914");
  }

  @ParameterizedTest
  @CsvSource({"admin,wrong", "nobody,wrong", "a-viewer,operator", "'',x", "admin,''"})
  void a_wrong_password_and_an_unknown_name_get_the_same_answer(String user, String password) {
    Answer answer = new RestClient(stack.node(1), user, password).get("/jobs");

    assertRefused(answer, 401, "SCHED-0907");
    assertThat(answer.header("WWW-Authenticate")).startsWith("Basic realm=");
  }

  @Test
  void who_guesses_passwords_must_wait_and_a_user_who_is_logged_in_need_not() throws Exception {
    stack.execute(
        "INSERT INTO scheduler.api_user (name, role, password_hash) VALUES ('a-victim', 'viewer', '%s')"
            .formatted(hash("victim")));
    RestClient victim = as("victim");
    assertThat(victim.get("/jobs").status()).isEqualTo(200);
    RestClient guesser = new RestClient(stack.node(1), "a-victim", "a guess");
    for (int i = 0; i < 10; i++) {
      assertRefused(guesser.get("/jobs"), 401, "SCHED-0907");
    }

    Answer refused = guesser.get("/jobs");

    assertRefused(refused, 429, "SCHED-0925");
    assertThat(refused.header("Retry-After")).matches("[1-9]\\d?");
    assertThat(victim.get("/jobs").status()).isEqualTo(200);
  }

  @Nightly
  @Test
  void a_body_of_ten_mebibytes_is_refused() {
    String body = "x".repeat(10 * 1024 * 1024);
    String job = RestJobsIT.job("1").replace("\"x\"", "\"" + body + "\"");

    assertRefused(admin.post("/jobs", job), 413, "SCHED-0911");
    assertRefused(
        admin.put("/worker-queues/test.registration", "{\"partition\": \"" + body + "\"}"),
        413,
        "SCHED-0911");
    assertThat(stack.values("SELECT job_id FROM scheduler.job")).isEmpty();
  }

  @Nightly
  @ParameterizedTest
  @ValueSource(strings = {"Basic", "Basic !", "Basic YQ==", "Digest username=\"admin\""})
  void a_header_that_cannot_be_read_is_no_login(String authorization) {
    assertRefused(admin.get("/jobs", "Authorization", authorization), 401, "SCHED-0907");
  }

  @Nightly
  @Test
  void a_bearer_token_has_the_roles_of_its_groups_and_its_name_is_audited() {
    String operator = bearer(TokenIssuer.TRUSTED.token("jane", "operator", Duration.ofHours(1)));
    admin.post("/jobs", RestJobsIT.job("1"));

    Answer run = admin.post("/jobs/test.registration/1/run-now", null, "Authorization", operator);

    assertThat(run.status()).as(run.body()).isEqualTo(200);
    assertThat(stack.value("SELECT changed_by FROM scheduler.audit ORDER BY id DESC LIMIT 1"))
        .isEqualTo("jane");
    assertRefused(admin.get("/users", "Authorization", operator), 403, "SCHED-0908");
    String stranger = bearer(TokenIssuer.TRUSTED.token("jane", "staff", Duration.ofHours(1)));
    assertRefused(admin.get("/jobs", "Authorization", stranger), 403, "SCHED-0908");
  }

  @Nightly
  @Test
  void a_bearer_token_has_the_grants_of_its_groups() {
    Duration hour = Duration.ofHours(1);
    String submitter = bearer(TokenIssuer.TRUSTED.token("a-token", "submitter", hour));
    Answer registered = admin.post("/jobs", RestJobsIT.job("1"), "Authorization", submitter);
    assertThat(registered.status()).as(registered.body()).isEqualTo(202);

    String operator = bearer(TokenIssuer.TRUSTED.token("a-token", "operator", hour));
    assertThat(admin.get("/session", "Authorization", operator).body()).contains("\"grants\":[]");
  }

  @Test
  void a_bearer_token_that_is_expired_or_of_another_issuer_or_not_signed_is_refused() {
    Duration hour = Duration.ofHours(1);
    for (String token :
        List.of(
            "x",
            TokenIssuer.TRUSTED.token("jane", "admin", hour.negated()),
            TokenIssuer.TRUSTED.token("RS256", "https://other.example", "jane", "admin", hour),
            TokenIssuer.TRUSTED.token("none", TokenIssuer.NAME, "jane", "admin", hour),
            new TokenIssuer().token("jane", "admin", hour))) {
      Answer answer = admin.get("/jobs", "Authorization", bearer(token));
      assertRefused(answer, 401, "SCHED-0943");
      assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer error=\"invalid_token\"");
    }
  }

  @Nightly
  @Test
  void a_node_knows_the_next_key_of_the_issuer_at_once_and_forgets_the_last_one() {
    Duration hour = Duration.ofHours(1);
    String last = bearer(TokenIssuer.TRUSTED.token("jane", "viewer", hour));
    assertThat(admin.get("/jobs", "Authorization", last).status()).isEqualTo(200);

    TokenIssuer.TRUSTED.changeKey();

    String next = bearer(TokenIssuer.TRUSTED.token("jane", "viewer", hour));
    assertThat(admin.get("/jobs", "Authorization", next).status()).isEqualTo(200);
    assertRefused(admin.get("/jobs", "Authorization", last), 401, "SCHED-0943");
  }

  private static String bearer(String token) {
    return "Bearer " + token;
  }

  @Test
  void a_viewer_reads_and_changes_nothing_and_sees_no_payload() {
    admin.post("/jobs", RestJobsIT.job("1"));
    RestClient viewer = as("viewer");

    Answer seen = viewer.get("/jobs/test.registration/1");
    assertThat(seen.status()).isEqualTo(200);
    assertThat(seen.json()).doesNotContainKeys("body", "bodyBase64", "properties");
    assertRefused(viewer.post("/jobs", RestJobsIT.job("2")), 403, "SCHED-0908");
    assertRefused(viewer.delete("/jobs/test.registration/1"), 403, "SCHED-0908");
    assertThat(stack.values("SELECT job_id FROM scheduler.job")).containsExactly("1");
  }

  @Test
  void only_those_who_may_read_payloads_see_the_input_of_a_run() {
    RestClient submitter = as("submitter");
    String own = tracked(submitter, "1");
    String foreign = tracked(admin, "2");

    for (RestClient reader : List.of(submitter, as("operator"))) {
      assertThat(reader.get(own).json().getJsonObject("input").getString("body")).isEqualTo("x");
    }
    assertThat(submitter.get(foreign).json()).containsKey("state").doesNotContainKey("input");
    assertThat(as("viewer").get(own).json()).containsKey("state").doesNotContainKey("input");
    assertThat(as("viewer").get(own, "Prefer", "wait=1").json()).doesNotContainKey("input");
    assertThat(as("viewer").get("/jobs/test.registration/1").body()).doesNotContain("\"body\"");
  }

  private static String tracked(RestClient client, String jobId) {
    return client
        .post("/jobs", RestJobsIT.job(jobId).replace("}", ", \"tracked\": true}"))
        .header("Location");
  }

  @Test
  void a_submitter_registers_where_it_has_a_grant_and_reads_what_it_registered() {
    admin.post("/jobs", RestJobsIT.job("1"));
    RestClient submitter = as("submitter");

    assertThat(submitter.post("/jobs", RestJobsIT.job("2")).status()).isEqualTo(202);
    assertThat(submitter.get("/jobs/test.registration/2").json()).containsKey("body");
    assertThat(submitter.get("/jobs/test.registration/1").json()).doesNotContainKey("body");
    assertRefused(
        submitter.post("/jobs", RestJobsIT.job("3").replace("test.registration", "test.caller")),
        403,
        "SCHED-0152");
    assertRefused(submitter.delete("/jobs/test.caller/1"), 403, "SCHED-0152");
  }

  @Nightly
  @ParameterizedTest
  @CsvSource({
    "PUT,/worker-queues/test.registration",
    "POST,/worker-queues/test.registration/pause",
    "POST,/worker-queues/test.registration/resume",
    "POST,/quarantine/1/resubmit",
    "PATCH,/quarantine/1",
    "POST,/batch-operations",
    "DELETE,/batch-operations/1",
    "DELETE,/quarantine/1",
    "POST,/jobs/test.registration/1/run-now",
    "POST,/jobs/test.registration/1/hold",
    "POST,/jobs/test.registration/1/reschedule"
  })
  void only_operators_change_what_others_have_registered(String method, String path) {
    String json =
        List.of("PUT", "PATCH").contains(method) || path.equals("/batch-operations") ? "{}" : null;

    assertRefused(as("submitter").send(method, path, json), 403, "SCHED-0908");
    assertThat(as("operator").send(method, path, json).status()).isNotEqualTo(403);
  }

  @Test
  void only_administrators_remove_worker_queues() {
    assertRefused(as("operator").delete("/worker-queues/test.none"), 403, "SCHED-0908");
    assertRefused(admin.delete("/worker-queues/test.none"), 404, "SCHED-0915");
  }

  @Test
  void only_administrators_end_transactions_in_doubt() {
    assertRefused(as("operator").post("/in-doubt/00ff/resolve", null), 403, "SCHED-0908");
    assertRefused(admin.post("/in-doubt/00ff/resolve", null), 404, "SCHED-0946");
  }

  @Nightly
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/worker-queues",
        "/leases",
        "/leases/default/history",
        "/nodes",
        "/overview",
        "/quarantine",
        "/in-doubt",
        "/broker",
        "/batch-operations",
        "/schedules",
        "/schedules/preview?recurrence=every:PT1H"
      })
  void a_viewer_sees_how_the_scheduler_is(String path) {
    Answer seen = as("viewer").get(path);
    assertThat(seen.status()).as(seen.body()).isEqualTo(200);
    assertRefused(admin.withoutLogin("GET", path, null), 401, "SCHED-0907");
  }

  @Test
  void a_viewer_sees_no_payload_in_the_quarantine() {
    stack.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, message_type, properties, body)
        VALUES ('registration', 'SCHED-0112', 'a test', 'node-1', 'text', '{"x_a": "secret"}', 'secret')
        """);
    String path = "/quarantine/" + stack.value("SELECT id FROM scheduler.quarantine");

    assertThat(as("viewer").get(path).body()).contains("SCHED-0112").doesNotContain("secret");
    assertThat(as("operator").get(path).json()).containsKeys("body", "properties");
  }

  @ParameterizedTest
  @CsvSource({
    "Origin,http://evil.example",
    "Origin,null",
    "Sec-Fetch-Site,cross-site",
    "Sec-Fetch-Site,same-site"
  })
  void changes_that_a_foreign_page_sends_are_refused(String header, String value) {
    assertRefused(admin.post("/jobs", RestJobsIT.job("1"), header, value), 403, "SCHED-0914");
    assertThat(admin.get("/jobs", header, value).status()).isEqualTo(200);
  }

  @Test
  void passwords_are_kept_as_slow_hashes_that_readers_cannot_see() {
    assertThat(stack.value("SELECT password_hash FROM scheduler.api_user WHERE name = 'admin'"))
        .startsWith("PBKDF2WithHmacSHA256:210000:");
    assertThat(
            stack.value(
                "SELECT has_table_privilege('scheduler_read', 'scheduler.api_user', 'SELECT')"))
        .isEqualTo("f");
  }

  private RestClient as(String role) {
    return new RestClient(stack.node(1), "a-" + role, role);
  }

  private static void assertRefused(Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.code()).isEqualTo(code);
  }

  /** As an administrator's own tool might make it. */
  static String hash(String password) throws Exception {
    byte[] salt = "0123456789abcdef".getBytes();
    PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, 2048, 256);
    byte[] hash =
        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    Base64.Encoder base64 = Base64.getEncoder();
    return "PBKDF2WithHmacSHA256:2048:%s:%s"
        .formatted(base64.encodeToString(salt), base64.encodeToString(hash));
  }
}
