package org.goodtiming.scheduler.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.queue.WorkerQueueChanges.Removal;
import org.goodtiming.scheduler.operations.user.GrantQueries;
import org.goodtiming.scheduler.sql.StoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worker queues that are taken off the allow-list. */
class WorkerQueueRemovalIT {

  private static final String FAR = "2100-01-01T00:00:00Z";

  private final ContractDatabase database = ContractDatabase.shared();

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("DELETE FROM scheduler.audit");
  }

  @Test
  void a_queue_of_which_nothing_is_left_is_removed_with_its_grants() throws Exception {
    database.execute(
        "INSERT INTO scheduler.registration_grant (login, queue) VALUES ('shop', 'a'), ('shop', 'b')");

    assertThat(remove("a")).isEqualTo(new Removal(true, List.of()));

    assertThat(new WorkerQueueStore(database.xa()).allowList().has("a")).isFalse();
    assertThat(new GrantQueries(database.xa()).queues("shop")).containsExactly("b");
    assertThat(
            database.value(
                """
                SELECT string_agg(concat_ws(' ', changed_by, action, subject, before, '->', after), '; ' ORDER BY id)
                  FROM scheduler.audit
                """))
        .contains("root delete grant shop {\"login\": \"shop\", \"queue\": \"a\"")
        .containsPattern(
            "root delete worker queue a \\{.*\"paused\": false.*\"partition\": \"default\".*} ->");
  }

  @Test
  void a_queue_that_is_not_listed_is_not_found() throws Exception {
    assertThat(remove("d")).isEqualTo(Removal.NOT_FOUND);
    assertThat(database.value("SELECT count(*) FROM scheduler.audit")).isEqualTo("0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 waiting job | INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, sent_at, fire_id, priority, body_is_text, body) VALUES ('a', '1', now(), now(), now(), gen_random_uuid(), 4, true, '')
          1 run that has not ended | INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at) VALUES (gen_random_uuid(), 'a', '1', 'RUNNING', 'node-1', now())
          1 definition | INSERT INTO scheduler.definition (name, queue, priority, body_is_text, body) VALUES ('report', 'a', 4, true, '')
          """)
  void a_queue_of_which_something_is_left_stays(String use, String insert) throws Exception {
    database.execute(insert);

    assertThat(remove("a")).isEqualTo(new Removal(true, List.of(use)));

    assertThat(new WorkerQueueStore(database.xa()).allowList().has("a")).isTrue();
  }

  @Test
  void a_queue_with_a_schedule_stays() throws Exception {
    jobs(database.xa()).register(List.of(job("a", "1").recurring("every:PT1H", FAR).build()));

    assertThat(remove("a")).isEqualTo(new Removal(true, List.of("1 waiting job", "1 schedule")));
  }

  @Test
  void a_job_that_is_being_registered_is_seen_by_the_removal() throws Exception {
    CompletableFuture<Removal> removal;
    try (OpenTransaction registration = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(new WorkerQueueStore(registration.dataSource()).allowList().has("a")).isTrue();
      removal = CompletableFuture.supplyAsync(() -> unchecked("a"));
      await().until(() -> waits("lock_allow_list"));
      jobs(registration.dataSource()).register(List.of(job("a", "1").dueAt(FAR).build()));
    }
    assertThat(removal.get()).isEqualTo(new Removal(true, List.of("1 waiting job")));
  }

  @Test
  void who_registers_during_a_removal_sees_what_became_of_it() throws Exception {
    CompletableFuture<Boolean> listed;
    try (OpenTransaction removal = new OpenTransaction(database.xa(), () -> {})) {
      changes(removal).lockAllowList();
      assertThat(changes(removal).remove("root", "a").uses()).isEmpty();
      listed =
          CompletableFuture.supplyAsync(
              () -> new WorkerQueueStore(database.xa()).allowList().has("a"));
      await().until(() -> waits("registration_grant"));
    }
    assertThat(listed.get()).isFalse();
  }

  @Test
  void a_removal_gives_up_after_a_second() throws Exception {
    try (OpenTransaction registration = new OpenTransaction(database.xa(), () -> {})) {
      new WorkerQueueStore(registration.dataSource()).allowList();

      assertThatThrownBy(() -> remove("a"))
          .isInstanceOf(StoreException.class)
          .cause()
          .isInstanceOfSatisfying(
              SQLException.class,
              failure -> assertThat(failure.getSQLState()).as("lock timeout").isEqualTo("55P03"));
    }
  }

  private Removal remove(String queue) throws SQLException {
    try (OpenTransaction transaction = new OpenTransaction(database.xa(), () -> {})) {
      changes(transaction).lockAllowList();
      return changes(transaction).remove("root", queue);
    }
  }

  private Removal unchecked(String queue) {
    try {
      return remove(queue);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static WorkerQueueChanges changes(OpenTransaction transaction) {
    return new WorkerQueueChanges(
        transaction.dataSource(), new Audit(transaction.dataSource(), "node-1"));
  }

  private JobStore jobs(DataSource dataSource) {
    return new JobStore(dataSource, database.executions(), database.schedules());
  }

  private boolean waits(String statement) {
    return !database
        .value(
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE usename = 'scheduler_xa' AND wait_event_type = 'Lock' AND query LIKE '%%%s%%'
            """
                .formatted(statement))
        .equals("0");
  }
}
