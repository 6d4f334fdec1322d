package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobRequest.IfExists;
import org.goodtiming.scheduler.api.JobRequest.Misfire;
import org.goodtiming.scheduler.api.JobRequestBuilder;
import org.goodtiming.scheduler.api.JobScheduler;
import org.hamcrest.Matcher;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Controls of schedules from inside Payara: those of {@link JobScheduler} by an enterprise bean, in
 * its transaction, and those of operators by REST, as the same application would use them.
 */
@ExtendWith(ArquillianExtension.class)
class ScheduleControlsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String QUEUE = "test.registration";
  private static final String ACTIVE = "ACTIVE 2100";

  @EJB private ScheduleBean bean;

  @Resource(lookup = "jdbc/scheduler")
  private DataSource dataSource;

  /** A key of its own for each test. */
  private String jobId;

  @Deployment
  static WebArchive application() {
    SystemStack stack = SystemStack.shared();
    stack.clear();
    return ShrinkWrap.create(WebArchive.class, "controls.war")
        .addClass(ScheduleBean.class)
        .addPackage(JobScheduler.class.getPackage())
        .addPackages(true, Awaitility.class.getPackage(), Matcher.class.getPackage())
        .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
        .addAsResource(new StringAsset(restProperties()), "rest.properties");
  }

  private static String restProperties() {
    var node = SystemStack.shared().node(1);
    String login = node.restUser() + ":" + node.restPassword();
    return "url=%s\nauthorization=Basic %s\n"
        .formatted(node.restUrl(), Base64.getEncoder().encodeToString(login.getBytes(UTF_8)));
  }

  @BeforeEach
  void choose_key() {
    jobId = UUID.randomUUID().toString();
  }

  @Test
  void a_commit_registers_a_schedule_and_a_rollback_does_not() throws Exception {
    rolledBack(scheduler -> scheduler.schedule(yearly(2100).build()));
    assertEquals("none", schedule());

    bean.commit(scheduler -> scheduler.schedule(yearly(2100).build()));
    awaitSchedule(ACTIVE);
    assertEquals("2100-01-01 00:00:00", nextRun());
  }

  @Test
  void a_commit_changes_when_a_schedule_is_due_and_a_rollback_does_not() throws Exception {
    register();
    rolledBack(scheduler -> scheduler.schedule(yearly(2200).build()));
    assertEquals(ACTIVE, schedule());

    bean.commit(scheduler -> scheduler.schedule(yearly(2200).build()));
    awaitSchedule("ACTIVE 2200");
    assertEquals("2200-01-01 00:00:00", nextRun());
  }

  @Test
  void a_commit_cancels_a_schedule_and_a_rollback_does_not() throws Exception {
    register();
    rolledBack(scheduler -> scheduler.cancel(key()));
    assertEquals(ACTIVE, schedule());

    bean.commit(scheduler -> scheduler.cancel(key()));
    awaitSchedule("ENDED cancelled");
    assertEquals("none", nextRun());
  }

  @Nightly
  @Test
  void a_schedule_that_is_there_is_kept_or_the_registration_rejected() throws Exception {
    register();
    settled(scheduler -> scheduler.schedule(yearly(2200).ifExists(IfExists.KEEP).build()));
    assertEquals(ACTIVE, schedule());

    bean.commit(scheduler -> scheduler.schedule(yearly(2200).ifExists(IfExists.REJECT).build()));
    await()
        .atMost(PATIENCE)
        .until(
            () -> value("SELECT count(*) FROM scheduler.quarantine WHERE job_id = ?").equals("1"));
    assertEquals(ACTIVE, schedule());
  }

  @Nightly
  @Test
  void a_job_that_runs_once_ends_a_schedule_and_is_ended_by_one() throws Exception {
    register();
    JobRequest once = job().dueAt(Instant.parse("2300-01-01T00:00:00Z")).build();
    rolledBack(scheduler -> scheduler.schedule(once));
    assertEquals(ACTIVE, schedule());

    bean.commit(scheduler -> scheduler.schedule(once));
    awaitSchedule("ENDED replaced by a job that runs once");
    assertEquals("2300-01-01 00:00:00", nextRun());

    register();
    assertEquals("2100-01-01 00:00:00", nextRun());
  }

  @Nightly
  @Test
  void many_schedules_share_the_fate_of_the_transaction() throws Exception {
    List<JobRequest> three =
        List.of(
            yearly(2100).build(),
            yearly(2100).jobId(jobId + "-second").build(),
            yearly(2100).jobId(jobId + "-third").build());
    rolledBack(scheduler -> scheduler.scheduleAll(three));
    assertEquals("0", count());

    bean.commit(scheduler -> scheduler.scheduleAll(three));
    await().atMost(PATIENCE).until(() -> count().equals("3"));
  }

  @Test
  void each_condition_of_a_schedule_is_stored() throws Exception {
    bean.commit(
        scheduler ->
            scheduler.schedule(
                yearly(2100)
                    .misfire(Misfire.SKIP_COUNTED)
                    .jitter(Duration.ofSeconds(30))
                    .withoutOverlap(Duration.ofHours(2))
                    .stateful()
                    .untilSuccesses(3)
                    .build()));
    awaitSchedule(ACTIVE);
    assertEquals(
        "skip-counted 00:00:30 02:00:00 t 3 t",
        value(
            """
            SELECT concat_ws(' ', misfire, jitter, overlap_limit, stateful, wanted_successes, tracked)
              FROM scheduler.schedule WHERE job_id = ?
            """));
  }

  @Nightly
  @Test
  void an_application_names_a_calendar_and_its_changes_move_the_next_run() throws Exception {
    assertEquals(201, rest("PUT", "/calendars/" + jobId, "{\"excludes\": \"dates:2000-01-01\"}"));
    rolledBack(scheduler -> scheduler.schedule(yearly(2100).calendar(jobId).build()));
    assertEquals("none", schedule());
    bean.commit(scheduler -> scheduler.schedule(yearly(2100).calendar(jobId).build()));
    awaitSchedule(ACTIVE);
    assertEquals(409, rest("DELETE", "/calendars/" + jobId, null));

    assertEquals(200, rest("PUT", "/calendars/" + jobId, "{\"excludes\": \"dates:2100-01-01\"}"));
    awaitSchedule("ACTIVE 2101");
    bean.commit(scheduler -> scheduler.cancel(key()));
    awaitSchedule("ENDED cancelled");
    assertEquals(204, rest("DELETE", "/calendars/" + jobId, null));
  }

  @Nightly
  @Test
  void an_application_names_a_definition_and_its_changes_reach_the_waiting_run() throws Exception {
    assertEquals(201, rest("PUT", "/definitions/" + jobId, definition(7)));
    bean.commit(scheduler -> scheduler.schedule(yearly(2100).definition(jobId).build()));
    awaitSchedule(ACTIVE);
    assertEquals("7", value("SELECT priority FROM scheduler.job WHERE job_id = ?"));
    assertEquals(409, rest("DELETE", "/definitions/" + jobId, null));

    assertEquals(200, rest("PUT", "/definitions/" + jobId, definition(8)));
    await()
        .atMost(PATIENCE)
        .until(() -> value("SELECT priority FROM scheduler.job WHERE job_id = ?").equals("8"));
    bean.commit(scheduler -> scheduler.cancel(key()));
    awaitSchedule("ENDED cancelled");
    assertEquals(204, rest("DELETE", "/definitions/" + jobId, null));
  }

  @Nightly
  @Test
  void a_paused_schedule_is_resumed_kept_replaced_or_cancelled() throws Exception {
    register();
    assertEquals(200, rest("POST", path("/schedules", "/pause"), null));
    assertEquals("PAUSED 2100", schedule());
    assertEquals(200, rest("POST", path("/schedules", "/resume"), null));
    assertEquals(ACTIVE, schedule());

    String until = "{\"until\": \"2150-01-01T00:00:00Z\"}";
    assertEquals(200, rest("POST", path("/schedules", "/pause"), until));
    assertEquals(
        "2150-01-01 00:00:00",
        value(
            "SELECT (paused_until AT TIME ZONE 'UTC')::text FROM scheduler.schedule WHERE job_id = ?"));
    settled(scheduler -> scheduler.schedule(yearly(2200).ifExists(IfExists.KEEP).build()));
    rolledBack(scheduler -> scheduler.schedule(yearly(2200).build()));
    assertEquals("PAUSED 2100", schedule());
    bean.commit(scheduler -> scheduler.schedule(yearly(2200).build()));
    awaitSchedule("ACTIVE 2200");

    assertEquals(200, rest("POST", path("/schedules", "/pause"), null));
    rolledBack(scheduler -> scheduler.cancel(key()));
    assertEquals("PAUSED 2200", schedule());
    bean.commit(scheduler -> scheduler.cancel(key()));
    awaitSchedule("ENDED cancelled");
  }

  @Nightly
  @Test
  void a_run_that_is_rescheduled_to_now_is_followed_by_the_next_one() throws Exception {
    register();
    assertEquals(
        200, rest("POST", path("/jobs", "/reschedule"), "{\"dueAt\": \"2020-01-01T00:00:00Z\"}"));
    awaitSchedule("ACTIVE 2101");
    assertEquals("1", value("SELECT runs FROM scheduler.schedule WHERE job_id = ?"));
  }

  private JobKey key() {
    return new JobKey(QUEUE, jobId);
  }

  private JobRequestBuilder job() {
    return JobRequest.on(QUEUE).jobId(jobId);
  }

  private JobRequestBuilder yearly(int first) {
    return job().recurring("years:1 start=%d-01-01T00:00Z".formatted(first));
  }

  private static String definition(int priority) {
    return "{\"queue\": \"%s\", \"priority\": %d}".formatted(QUEUE, priority);
  }

  private void register() {
    bean.commit(scheduler -> scheduler.schedule(yearly(2100).build()));
    awaitSchedule(ACTIVE);
  }

  private void rolledBack(Consumer<JobScheduler> calls) {
    bean.rollBack(calls);
    awaitLaterRegistration();
  }

  private void settled(Consumer<JobScheduler> calls) {
    bean.commit(calls);
    awaitLaterRegistration();
  }

  /** When it has come through, what was sent before has too. */
  private void awaitLaterRegistration() {
    String later = UUID.randomUUID().toString();
    bean.commit(scheduler -> scheduler.schedule(yearly(2100).jobId(later).build()));
    await()
        .atMost(PATIENCE)
        .until(
            () -> value("SELECT state FROM scheduler.schedule WHERE job_id = ?", later),
            "ACTIVE"::equals);
  }

  private void awaitSchedule(String expected) {
    await().atMost(PATIENCE).until(this::schedule, expected::equals);
  }

  /** Its state, and the year of its next run or why it has none. */
  private String schedule() throws SQLException {
    return value(
        """
        SELECT concat_ws(' ', state, extract(year FROM next_planned_at AT TIME ZONE 'UTC'), end_reason)
          FROM scheduler.schedule WHERE job_id = ?
        """);
  }

  private String nextRun() throws SQLException {
    return value("SELECT (due_at AT TIME ZONE 'UTC')::text FROM scheduler.job WHERE job_id = ?");
  }

  private String count() throws SQLException {
    return value(
        "SELECT count(*) FROM scheduler.schedule WHERE state = 'ACTIVE' AND job_id LIKE ? || '%'");
  }

  private String value(String sql) throws SQLException {
    return value(sql, jobId);
  }

  private String value(String sql, String parameter) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, parameter);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getString(1) : "none";
      }
    }
  }

  private String path(String resource, String action) {
    return resource + "/" + QUEUE + "/" + jobId + action;
  }

  /** The status of the answer. */
  private static int rest(String method, String path, String json) throws Exception {
    Properties api = api();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(api.getProperty("url") + path))
            .header("Authorization", api.getProperty("authorization"))
            .header("Content-Type", "application/json")
            .method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
            .build();
    HttpResponse<Void> answer = HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
    return answer.statusCode();
  }

  private static Properties api() throws IOException {
    Properties api = new Properties();
    try (InputStream file = ScheduleControlsIT.class.getResourceAsStream("/rest.properties")) {
      api.load(file);
    }
    return api;
  }
}
