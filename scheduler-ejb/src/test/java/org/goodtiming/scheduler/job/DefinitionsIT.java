package org.goodtiming.scheduler.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Parsers;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.schedule.DefinitionChanges;
import org.goodtiming.scheduler.operations.schedule.DefinitionChanges.Outcome;
import org.goodtiming.scheduler.operations.schedule.DefinitionStore;
import org.goodtiming.scheduler.operations.schedule.Deletion;
import org.goodtiming.scheduler.operations.schedule.ScheduleQueries;
import org.goodtiming.scheduler.operations.schedule.ScheduleRegistration;
import org.goodtiming.scheduler.registration.direct.DefinitionReader;
import org.goodtiming.scheduler.schedule.ChangeWatch;
import org.goodtiming.scheduler.schedule.RunFiller;
import org.goodtiming.scheduler.schedule.ScheduleStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schedules that name definitions, which operators change. */
class DefinitionsIT {

  private static final String OLD =
      """
      {"queue": "a", "priority": 7, "group": "g", "contentType": "text/plain", "type": "report", "body": "old",
       "properties": {"x_a": 1, "x_b": "b", "x_d": 1e10}}
      """;
  private static final String NEW =
      """
      {"queue": "a", "priority": 3, "type": "other", "bodyBase64": "AP8=", "properties": {"x_a": 9, "x_d": 2e10}}
      """;

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final RegistrationParser parser =
      Parsers.of(
          new RegistrationConfig(
              8, 100, 1000, 1000, new RegistrationConfig.Bulk(1000, 1024 * 1024)),
          new DefinitionStore(database.xa()));
  private final DefinitionChanges changes =
      new DefinitionChanges(
          database.xa(), new DefinitionReader(parser), new Audit(database.xa(), "node-1"));

  /** The runs of the last hour are due now, one after the other. */
  private final Instant anHourAgo = database.now().minusSeconds(3600);

  @BeforeEach
  void empty() {
    database.clear();
    assertThat(put(OLD)).isEqualTo(Outcome.CREATED);
  }

  @Test
  void a_changed_definition_changes_waiting_runs_but_not_what_they_say_themselves() {
    register("plain", "", Map.of());
    register("own", "mine", Map.of("x_b", "own", "scheduler_priority", 9));
    assertThat(put(NEW)).isEqualTo(Outcome.CHANGED);
    assertThat(fill()).isEqualTo(2);

    List<ClaimedJob> claimed = claim(database.xa());
    assertThat(claimed).extracting(job -> job.key().jobId()).containsExactly("own", "plain");
    assertThat(claimed).extracting(job -> job.envelope().priority()).containsExactly(9, 3);
    Envelope own = claimed.get(0).envelope();
    assertThat(own.body().asText()).isEqualTo("mine");
    assertThat(own.properties()).isEqualTo(Map.of("x_a", 9L, "x_b", "own", "x_d", 2e10));
    Envelope plain = claimed.get(1).envelope();
    assertThat(plain.body().isText()).isFalse();
    assertThat(plain.body().bytes()).containsExactly(0, -1);
    assertThat(plain.group()).isNull();
    assertThat(plain.properties()).isEqualTo(Map.of("x_a", 9L, "x_d", 2e10));
    assertThat(plain.carried()).isEqualTo(Map.of(JobProperty.TYPE, "other"));
    assertThat(fill()).as("once").isZero();
  }

  @Test
  void a_run_whose_group_is_paused_keeps_its_time_when_its_definition_changes() {
    database.execute(
        "INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('g', 'ops')");
    register("stays", "", Map.of("scheduler_group", "g"));
    register("leaves", "", Map.of());
    assertThat(claim(database.xa())).isEmpty();
    assertThat(put(NEW)).isEqualTo(Outcome.CHANGED);
    assertThat(fill()).isEqualTo(2);
    assertThat(claim(database.xa())).extracting(job -> job.key().jobId()).containsExactly("leaves");

    database.execute("DELETE FROM scheduler.dispatch_pause");
    database.execute(
        "UPDATE scheduler.job SET eligible_at = resumes_at WHERE resumes_at IS NOT NULL");
    assertThat(claim(database.xa())).extracting(job -> job.key().jobId()).contains("stays");
  }

  @Test
  void the_same_definition_again_changes_no_run() {
    register("plain", "", Map.of());
    assertThat(put(OLD)).isEqualTo(Outcome.CHANGED);
    assertThat(fill()).isZero();
  }

  @Test
  void a_run_that_is_being_dispatched_goes_as_it_was_and_the_next_one_as_the_definition_is()
      throws SQLException {
    register("plain", "", Map.of());
    try (OpenTransaction dispatch = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(text(claim(dispatch.dataSource()))).isEqualTo("old");
      put("{\"queue\": \"a\", \"body\": \"new\"}");
      assertThat(fill()).as("while it is being dispatched").isZero();
    }
    assertThat(fill()).isEqualTo(1);
    assertThat(text(claim(database.xa()))).isEqualTo("new");
  }

  @Test
  void an_open_registration_holds_up_a_delete_and_gets_a_change_afterwards() throws SQLException {
    NewJob job = job("plain", "", Map.of());
    try (OpenTransaction registration = new OpenTransaction(database.xa(), () -> {})) {
      new JobStore(
              registration.dataSource(),
              new ExecutionStore(registration.dataSource(), "node-1"),
              new ScheduleStore(registration.dataSource(), Duration.ofMinutes(1)))
          .register(List.of(job));
      put("{\"queue\": \"a\", \"body\": \"new\"}");
      assertThatThrownBy(
              () ->
                  database.execute(
                      "SELECT 1 FROM scheduler.definition WHERE name = 'report' FOR UPDATE NOWAIT"))
          .hasMessageContaining("could not obtain lock");
    }
    assertThat(changes.delete("ops", "report").schedules()).isEqualTo(1);
    assertThat(fill()).isEqualTo(1);
    assertThat(text(claim(database.xa()))).isEqualTo("new");
  }

  @Test
  void the_payload_of_a_stateful_schedule_stays() {
    register("stateful", "", Map.of("scheduler_stateful", true));
    put(NEW);
    assertThat(fill()).isEqualTo(1);
    Envelope envelope = claim(database.xa()).get(0).envelope();
    assertThat(envelope.body().asText()).isEqualTo("old");
    assertThat(envelope.carried())
        .isEqualTo(Map.of(JobProperty.TYPE, "other", JobProperty.CONTENT_TYPE, "text/plain"));
  }

  @Test
  void copies_of_a_tracked_run_follow_a_changed_definition() {
    register("tracked", "", Map.of("scheduler_tracked", true));
    put(NEW);
    assertThat(fill()).isEqualTo(1);
    assertThat(
            database.value(
                "SELECT i.job = to_jsonb(j) FROM scheduler.execution_input i JOIN scheduler.job j USING (fire_id)"))
        .isEqualTo("t");
  }

  @Test
  void a_definition_that_schedules_name_is_not_deleted_and_keeps_its_queue() {
    IntStream.range(0, 11).forEach(i -> register("job " + i, "", Map.of()));
    Deletion refused = changes.delete("ops", "report");
    assertThat(refused.schedules()).isEqualTo(11);
    assertThat(refused.first()).hasSize(10).startsWith("a/job 0", "a/job 1", "a/job 10");
    assertThat(put("{\"queue\": \"b\"}")).isEqualTo(Outcome.QUEUE_IN_USE);

    IntStream.range(0, 11)
        .forEach(i -> store.cancel(new JobKey("a", "job " + i), anHourAgo.plusMillis(1), "ops"));
    assertThat(put("{\"queue\": \"b\"}")).isEqualTo(Outcome.CHANGED);
    assertThat(fill()).as("schedules that have ended").isZero();
    assertThat(database.value("SELECT count(filled_with) FROM scheduler.schedule"))
        .as("the search for changes does not meet them")
        .isEqualTo("0");
    assertThat(changes.delete("ops", "report").schedules()).isZero();
    assertThat(changes.delete("ops", "report").found()).isFalse();
    assertThat(database.value("SELECT count(*) FROM scheduler.schedule")).isEqualTo("11");
  }

  @Test
  void a_schedule_that_is_replaced_without_its_definition_is_free_of_it() {
    register("plain", "", Map.of());
    store.register(List.of(job("plain", "other", Map.of(), anHourAgo.plusMillis(1), null)));
    put(NEW);
    assertThat(fill()).isZero();
    assertThat(changes.delete("ops", "report").schedules()).isZero();
  }

  @Test
  void many_schedules_are_changed_in_batches_and_an_unreadable_one_holds_up_no_other() {
    IntStream.range(0, 25).forEach(i -> register("job " + i, "", Map.of()));
    database.execute("UPDATE scheduler.job SET properties = '{' WHERE job_id = 'job 7'");
    put(NEW);
    assertThat(List.of(fill(10), fill(10), fill(10), fill(10))).containsExactly(10, 10, 5, 0);
    assertThat(
            database.value(
                "SELECT count(*) FROM scheduler.job WHERE properties::json ->> 'x_a' = '9'"))
        .isEqualTo("25");
  }

  @Test
  void a_job_shows_whether_its_payload_may_be_that_of_a_definition() {
    put("{\"queue\": \"a\", \"body\": \"all\"}");
    register("1", "", Map.of());
    store.register(List.of(job("2", "own", Map.of(), anHourAgo, null)));
    assertThat(isOfDefinition("1")).isTrue();
    assertThat(isOfDefinition("2")).isFalse();

    store.register(List.of(job("1", "own", Map.of(), anHourAgo.plusSeconds(1), null)));
    assertThat(isOfDefinition("1")).isFalse();
  }

  @Test
  void a_schedule_shows_what_it_has_itself_and_not_what_its_definition_gives() {
    register(
        "own", "mine", Map.of("x_b", "own", "scheduler_priority", 9, "scheduler_locale", "de"));
    register("plain", "", Map.of());

    ScheduleRegistration own = registration("own");
    assertThat(own.hasBody()).isTrue();
    assertThat(own.envelope().properties()).isEqualTo(Map.of("x_b", "own"));
    assertThat(own.envelope().carried()).isEqualTo(Map.of(JobProperty.LOCALE, "de"));
    assertThat(own.fields().values()).containsEntry("priority", 9).doesNotContainKey("group");
    ScheduleRegistration plain = registration("plain");
    assertThat(plain.hasBody()).isFalse();
    assertThat(plain.envelope().properties()).isEmpty();
    assertThat(plain.envelope().carried()).isEmpty();
    assertThat(plain.fields().values())
        .containsEntry("definition", "report")
        .doesNotContainKeys("priority", "group");
  }

  @Test
  void a_schedule_whose_row_cannot_be_read_or_that_has_ended_shows_no_registration() {
    register("plain", "", Map.of());
    database.execute("UPDATE scheduler.job SET properties = '{'");
    assertThat(schedules().registration(new JobKey("a", "plain"))).isEmpty();

    register("ended", "", Map.of());
    store.cancel(new JobKey("a", "ended"), anHourAgo.plusMillis(1), "ops");
    assertThat(schedules().registration(new JobKey("a", "ended"))).isEmpty();
  }

  private ScheduleRegistration registration(String jobId) {
    return schedules().registration(new JobKey("a", jobId)).orElseThrow();
  }

  private ScheduleQueries schedules() {
    return new ScheduleQueries(database.reader(), Redaction.NONE);
  }

  private boolean isOfDefinition(String jobId) {
    return new JobQueries(database.xa(), Redaction.NONE)
        .payload(new JobKey("a", jobId))
        .orElseThrow()
        .ofDefinition();
  }

  private Outcome put(String json) {
    return changes.put("ops", "report", json).outcome();
  }

  private void register(String jobId, String body, Map<String, Object> further) {
    store.register(List.of(job(jobId, body, further)));
  }

  private NewJob job(String jobId, String body, Map<String, Object> further) {
    return job(jobId, body, further, anHourAgo, "report");
  }

  private NewJob job(
      String jobId,
      String body,
      Map<String, Object> further,
      Instant sentAt,
      @Nullable String definition) {
    Map<String, Object> properties = new HashMap<>(further);
    properties.put("scheduler_queue", "a");
    properties.put("scheduler_jobId", jobId);
    properties.put("scheduler_recurrence", "every:PT1M");
    properties.put("scheduler_misfire", "fire-all");
    if (definition != null) {
      properties.put("scheduler_definition", definition);
    }
    Origin origin = new Origin("ID:1", sentAt, true, 1, new Sender("test", null, null));
    Intent intent =
        parser.parse(
            new ReceivedMessage(Kind.TEXT, properties, body.getBytes(UTF_8), origin), anHourAgo);
    return ((Intent.Schedule) intent).job().trackedUnlessSaid(false);
  }

  private static String text(List<ClaimedJob> claimed) {
    assertThat(claimed).hasSize(1);
    return claimed.get(0).envelope().body().asText();
  }

  private int fill() {
    return fill(500);
  }

  private int fill(int most) {
    if (!database.hasWork(ChangeWatch.ofDefinitions(limit -> 0))) {
      return 0;
    }
    try (OpenTransaction filling = new OpenTransaction(database.xa(), () -> {})) {
      return new RunFiller(filling.dataSource(), new ExecutionStore(filling.dataSource(), "node-1"))
          .fill(most);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<ClaimedJob> claim(DataSource dataSource) {
    return Claims.of(dataSource).jobs();
  }
}
