package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobStoreIT {

  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");

  private static final String WAITING_FOR_A_LOCK =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store =
      new JobStore(database.xa(), database.executions(), database.schedules());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_new_job_waits_and_is_counted() {
    Registered registered = register(job("a", "1").dueAt("2030-01-01T00:00:00Z"));
    assertThat(registered.outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(registered.dueAt()).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(ledger()).isEqualTo("registered 1, waiting 1, cancelled 0, difference 0");
  }

  @Test
  void a_delay_counts_from_database_time() {
    Instant before = database.now();
    Registered registered = register(job("a", "1").after(Duration.ofMinutes(30)));
    assertThat(registered.dueAt())
        .isBetween(before.plusSeconds(1800), database.now().plusSeconds(1800));
  }

  @Test
  void a_thousand_jobs_go_in_with_one_statement() {
    List<NewJob> jobs =
        IntStream.range(0, 1000).mapToObj(i -> job("a", "job " + i).build()).toList();
    assertThat(store.register(jobs)).hasSize(1000).allMatch(r -> r.outcome() == Outcome.ACCEPTED);
    assertThat(database.value("SELECT count(*) FROM scheduler.ledger_entry")).isEqualTo("1");
    assertThat(ledger()).isEqualTo("registered 1000, waiting 1000, cancelled 0, difference 0");
  }

  @Test
  void the_later_intent_replaces_and_the_earlier_is_overtaken() {
    register(job("a", "1").sentAt(SENT).dueAt("2030-01-01T00:00:00Z"));
    Registered later =
        register(job("a", "1").sentAt(SENT.plusMillis(1)).dueAt("2031-01-01T00:00:00Z"));
    Registered earlier =
        register(job("a", "1").sentAt(SENT.minusMillis(1)).dueAt("2029-01-01T00:00:00Z"));
    assertThat(later.outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(earlier.outcome()).isEqualTo(Outcome.OVERTAKEN);
    assertThat(earlier.dueAt()).isEqualTo("2031-01-01T00:00:00Z");
    assertThat(ledger()).isEqualTo("registered 1, waiting 1, cancelled 0, difference 0");
  }

  @Test
  void a_replacement_starts_with_a_clean_sheet() {
    register(job("a", "1").sentAt(SENT));
    database.execute("UPDATE scheduler.job SET attempts = 3, last_error = 'full'");
    register(job("a", "1").sentAt(SENT.plusMillis(1)));
    assertThat(
            database.value("SELECT attempts || coalesce(last_error, ' none') FROM scheduler.job"))
        .isEqualTo("0 none");
  }

  @Test
  void every_job_has_a_fire_id_of_its_own() {
    List<NewJob> jobs =
        IntStream.range(0, 2000).mapToObj(i -> job("a", Integer.toString(i)).build()).toList();
    store.register(jobs.subList(0, 1000));
    store.register(jobs.subList(1000, 2000));
    assertThat(database.value("SELECT count(DISTINCT fire_id) FROM scheduler.job"))
        .isEqualTo("2000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1500-01-01T00:00:00Z",
        "2026-03-29T01:30:00.123456Z",
        "9999-12-31T23:59:59.999999Z"
      })
  void a_due_time_comes_back_as_it_went_in(String due) {
    assertThat(register(job("a", "1").dueAt(due)).dueAt()).isEqualTo(due);
  }

  @Test
  void keep_leaves_the_waiting_job() {
    register(job("a", "1").dueAt("2030-01-01T00:00:00Z"));
    Registered kept = register(job("a", "1").ifExists(IfExists.KEEP).dueAt("2031-01-01T00:00:00Z"));
    assertThat(kept.outcome()).isEqualTo(Outcome.KEPT);
    assertThat(kept.dueAt()).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void a_job_under_a_later_cancel_is_no_job_to_keep_or_to_reject_for() {
    for (IfExists ifExists : List.of(IfExists.KEEP, IfExists.REJECT)) {
      database.clear();
      register(job("a", "1").sentAt(SENT).dueAt("2030-01-01T00:00:00Z"));
      cancelledUnseen("a", "1", SENT.plusMillis(1));
      Registered later =
          register(
              job("a", "1")
                  .ifExists(ifExists)
                  .sentAt(SENT.plusMillis(2))
                  .dueAt("2020-01-01T00:00:00Z"));
      assertThat(later.outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(claim("a").jobs()).hasSize(1);
      assertThat(ledger()).isEqualTo("registered 1, waiting 0, cancelled 0, difference 0");
    }
  }

  @Test
  void a_job_that_is_reported_as_kept_still_waits_when_the_transaction_ends() throws SQLException {
    register(job("a", "1").dueAt("2020-01-01T00:00:00Z"));
    List<Claim> claims = new ArrayList<>();
    try (OpenTransaction transaction =
        new OpenTransaction(database.xa(), () -> claims.add(claim("a")))) {
      NewJob kept = job("a", "1").ifExists(IfExists.KEEP).build();
      assertThat(
              new JobStore(transaction.dataSource(), database.executions(), database.schedules())
                  .register(List.of(kept))
                  .get(0)
                  .outcome())
          .isEqualTo(Outcome.KEPT);
    }
    assertThat(claims).isNotEmpty().allMatch(claim -> claim.jobs().isEmpty());
  }

  @Test
  void reject_refuses_a_second_job_but_not_the_same_message_again() {
    NewJob first = job("a", "1").ifExists(IfExists.REJECT).messageId("ID:1").build();
    NewJob second = job("a", "1").ifExists(IfExists.REJECT).messageId("ID:2").build();
    assertThat(store.register(List.of(first)).get(0).outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(store.register(List.of(second)).get(0).outcome()).isEqualTo(Outcome.REJECTED);
    assertThat(store.register(List.of(first)).get(0).outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(ledger()).isEqualTo("registered 1, waiting 1, cancelled 0, difference 0");
  }

  @Test
  void two_transactions_that_register_one_id_leave_one_job() throws Exception {
    OpenTransaction first = new OpenTransaction(database.xa(), () -> {});
    register(first, "first");
    CompletableFuture<Registered> second =
        CompletableFuture.supplyAsync(() -> register(job("a", "1").body(Body.text("second"))));
    await().until(() -> database.value(WAITING_FOR_A_LOCK).equals("1"));
    first.close();

    assertThat(second.get(1, TimeUnit.MINUTES).outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(claim("a").jobs())
        .extracting(job -> job.envelope().body().asText())
        .containsExactly("second");
  }

  private void register(OpenTransaction transaction, String text) {
    new JobStore(transaction.dataSource(), database.executions(), database.schedules())
        .register(List.of(job("a", "1").body(Body.text(text)).build()));
  }

  @Test
  void the_same_id_in_another_queue_is_another_job() {
    register(job("a", "1"));
    assertThat(register(job("b", "1")).outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void a_cancel_removes_the_waiting_job_once() {
    register(job("a", "1").sentAt(SENT));
    assertThat(store.cancel(new JobKey("a", "1"), SENT, "ops")).isEqualTo(Cancelled.JOB);
    assertThat(store.cancel(new JobKey("a", "1"), SENT, "ops")).isEqualTo(Cancelled.NOTHING);
    assertThat(ledger()).isEqualTo("registered 1, waiting 0, cancelled 1, difference 0");
  }

  @Test
  void a_cancel_that_overtook_its_registration_still_wins() {
    assertThat(store.cancel(new JobKey("a", "1"), SENT, "ops")).isEqualTo(Cancelled.NOTHING);
    Registered overtaken = register(job("a", "1").sentAt(SENT.minusMillis(1)));
    assertThat(overtaken.outcome()).isEqualTo(Outcome.OVERTAKEN);
    assertThat(overtaken.dueAt()).isNull();
    assertThat(ledger()).isEqualTo("registered 0, waiting 0, cancelled 0, difference 0");
  }

  @Test
  void an_old_cancel_does_not_touch_a_job_registered_after_it() {
    register(job("a", "1").sentAt(SENT.plusMillis(1)));
    assertThat(store.cancel(new JobKey("a", "1"), SENT, "ops")).isEqualTo(Cancelled.NOTHING);
    assertThat(register(job("a", "2").sentAt(SENT)).outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void a_job_may_be_registered_anew_after_its_cancel() {
    store.cancel(new JobKey("a", "1"), SENT, "ops");
    assertThat(register(job("a", "1").sentAt(SENT.plusMillis(1))).outcome())
        .isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void payload_and_properties_come_back_byte_exact() {
    byte[] every = new byte[256];
    IntStream.range(0, 256).forEach(i -> every[i] = (byte) i);
    Map<String, Object> properties =
        Map.of("x_text", "ünï\u0001code 😀", "x_long", 7L, "x_flag", true);
    register(job("a", "bytes").body(new Body(false, every)).properties(properties));
    register(job("b", "text").body(Body.text("line\r\n\0ünïcode 😀")));
    ClaimedJob bytes = claim("a").jobs().get(0);
    ClaimedJob text = claim("b").jobs().get(0);
    assertThat(bytes.envelope().body().bytes()).isEqualTo(every);
    assertThat(bytes.envelope().properties()).isEqualTo(properties);
    assertThat(text.envelope().body().asText()).isEqualTo("line\r\n\0ünïcode 😀");
  }

  /** Cancels a job whose registration was still uncommitted when the cancel came. */
  private void cancelledUnseen(String queue, String jobId, Instant sentAt) {
    database.execute(
        "INSERT INTO scheduler.tombstone (queue, job_id, cancelled_at) VALUES ('%s', '%s', '%s')"
            .formatted(queue, jobId, sentAt));
  }

  private Claim claim(String queue) {
    return new DueJobs(database.xa(), database.executions(), database.schedules())
        .claim(Map.of(queue, 10), ClaimCursor.NONE, Duration.ZERO, "default", 0);
  }

  private Registered register(Jobs job) {
    return store.register(List.of(job.build())).get(0);
  }

  private String ledger() {
    return database.value(
        """
        SELECT format('registered %s, waiting %s, cancelled %s, difference %s', registered, waiting, cancelled, difference)
          FROM scheduler.ledger
        """);
  }
}
