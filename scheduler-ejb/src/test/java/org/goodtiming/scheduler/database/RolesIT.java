package org.goodtiming.scheduler.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each database role can do its work and nothing else. */
class RolesIT {

  private final ContractDatabase database = ContractDatabase.shared();

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          XA    | UPDATE scheduler.lease SET epoch = 7
          XA    | UPDATE scheduler.worker_queue SET name = 'mine'
          XA    | INSERT INTO scheduler.worker_queue (name, paused) VALUES ('mine', true)
          XA    | DELETE FROM scheduler.worker_queue
          XA    | DELETE FROM scheduler.quarantine
          XA    | UPDATE scheduler.audit SET changed_by = 'nobody'
          XA    | DELETE FROM scheduler.audit
          XA    | UPDATE scheduler.quarantine SET body = ''
          XA    | UPDATE scheduler.api_user SET name = 'me'
          READER | SELECT name FROM scheduler.api_user
          READER | SELECT scheduler.mend_quarantined(1, 'x', NULL, NULL, NULL, NULL)
          XA    | UPDATE scheduler.batch_operation SET operation = 'delete', queue = NULL
          XA    | UPDATE scheduler.batch_operation SET run_state = 'FINISHED'
          XA    | UPDATE scheduler.idempotency_key SET login = 'me'
          READER | SELECT * FROM scheduler.idempotency_key
          READER | SELECT scheduler.prune_audit(interval 'PT0S', 1)
          XA    | DELETE FROM scheduler.statistic
          XA    | UPDATE scheduler.statistic SET queue = 'mine'
          XA    | SELECT * FROM scheduler.statistic_default
          READER | UPDATE scheduler.statistic SET dispatched = 0
          READER | SELECT scheduler.prepare_statistics()
          READER | SELECT scheduler.prune_statistics(interval 'P14D')
          XA    | SELECT scheduler.resubmit(1)
          READER | SELECT scheduler.release_resubmitted(1)
          READER | SELECT scheduler.discard_quarantined(1)
          READER | UPDATE scheduler.worker_queue SET paused = true
          READER | DELETE FROM scheduler.worker_queue_backlog
          READER | DELETE FROM scheduler.canary
          READER | SELECT token FROM scheduler.canary
          READER | UPDATE scheduler.ledger_check SET difference = 0
          XA    | DELETE FROM scheduler.ledger_check
          READER | INSERT INTO scheduler.event (type) VALUES ('registered')
          XA    | UPDATE scheduler.event SET type = 'dispatched'
          XA    | UPDATE scheduler.node SET name = 'other'
          READER | DELETE FROM scheduler.node
          READER | UPDATE scheduler.node SET refused_targets = '{}'
          READER | UPDATE scheduler.node_duty SET dispatches = true
          READER | DELETE FROM scheduler.dispatch_pause
          READER | SELECT url FROM scheduler.webhook
          READER | SELECT * FROM scheduler.webhook
          READER | UPDATE scheduler.webhook SET paused = true
          READER | DELETE FROM scheduler.webhook_event
          XA    | UPDATE scheduler.webhook_event SET body = ''
          LEASE | SELECT name FROM scheduler.webhook
          LEASE | SELECT * FROM scheduler.node
          LEASE | SELECT * FROM scheduler.worker_queue_backlog
          XA    | CREATE TABLE scheduler.mine (id int)
          LEASE | SELECT * FROM scheduler.job
          LEASE | DELETE FROM scheduler.lease
          READER | DELETE FROM scheduler.job
          READER | UPDATE scheduler.lease SET epoch = 7
          READER | SELECT name FROM scheduler.node_lock FOR UPDATE
          READER | INSERT INTO scheduler.registration_grant VALUES ('worker', '*')
          XA    | UPDATE scheduler.registration_grant SET queue = '*'
          XA    | UPDATE scheduler.api_session SET expires_at = 'infinity'
          READER | SELECT user_name FROM scheduler.api_session
          READER | DELETE FROM scheduler.registration_grant
          SHOP  | SELECT * FROM scheduler.job
          SHOP  | SELECT scheduler.register('{}')
          SHOP  | SELECT scheduler.register_all('{}')
          SHOP  | SELECT scheduler.register_requests('{1}', '{}', '{}')
          XA    | SELECT scheduler.store_plain_jobs('{1}', '{}', '{}', now())
          READER | SELECT scheduler.register('{}')
          XA    | INSERT INTO scheduler.sql_registration (properties, body) VALUES ('{}', '')
          """)
  void statements_outside_a_roles_work_are_denied(DatabaseRole role, String statement) {
    assertThatThrownBy(() -> database.executeAs(role, statement))
        .hasRootCauseInstanceOf(java.sql.SQLException.class)
        .rootCause()
        .hasMessageContaining("permission denied");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT lo_create(0)",
        "SELECT lo_creat(-1)",
        "SELECT lo_from_bytea(0, '')",
        "CREATE TEMPORARY TABLE filling (id int)"
      })
  void the_reader_cannot_fill_the_disk(String statement) {
    assertThatThrownBy(() -> database.executeAs(DatabaseRole.READER, statement))
        .rootCause()
        .hasMessageContaining("permission denied");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SHOP   | SELECT count(pg_advisory_lock(g)) FROM generate_series(1, 2) g
          READER | SELECT pg_advisory_lock(1, 2)
          READER | SELECT pg_advisory_lock_shared(1)
          READER | SELECT pg_try_advisory_lock(1)
          READER | SELECT pg_advisory_xact_lock(1)
          LEASE  | SELECT pg_try_advisory_xact_lock_shared(1)
          XA     | SELECT pg_advisory_lock(1)
          """)
  void nobody_but_the_owner_can_fill_the_lock_table(DatabaseRole role, String statement) {
    assertThatThrownBy(() -> database.executeAs(role, statement))
        .rootCause()
        .hasMessageContaining("permission denied for function");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT pg_try_advisory_lock(1)", "SELECT pg_try_advisory_xact_lock(1)"})
  void flyway_may_lock_as_the_owner(String statement) {
    assertThatCode(() -> database.executeAs(DatabaseRole.OWNER, statement))
        .doesNotThrowAnyException();
  }

  @Test
  void nobody_can_lock_from_a_maintenance_database() {
    assertThat(
            database.value(
                "SELECT string_agg(datname, ' ') FROM pg_database WHERE datname IN ('postgres',"
                    + " 'template1') AND has_database_privilege('shop', datname, 'CONNECT')"))
        .isEqualTo("null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT pg_advisory_lock(1)",
        "SELECT lo_create(0)",
        "CREATE TEMPORARY TABLE filling (id int)"
      })
  void another_database_is_guarded_by_its_script(String statement) {
    database.inAnotherDatabase(
        "other-database.sql",
        other -> {
          assertThatThrownBy(() -> other.executeAs(DatabaseRole.READER, statement))
              .rootCause()
              .hasMessageContaining("permission denied for database");
          other.executeAs(
              DatabaseRole.SUPERUSER,
              "GRANT CONNECT ON DATABASE %s TO shop".formatted(other.name()));
          assertThatThrownBy(() -> other.executeAs(DatabaseRole.SHOP, statement))
              .rootCause()
              .hasMessageContaining("permission denied");
        });
  }

  @Test
  void the_reader_spills_a_limited_amount_and_cannot_raise_the_limit() {
    assertThatThrownBy(() -> database.executeAs(DatabaseRole.READER, "SET temp_file_limit = '1TB'"))
        .rootCause()
        .hasMessageContaining("permission denied");
    assertThat(
            database.value(
                "SELECT 'temp_file_limit=1GB' = ANY (setconfig) FROM pg_db_role_setting WHERE"
                    + " setrole = 'scheduler_read'::regrole"))
        .isEqualTo("t");
  }

  @ParameterizedTest
  @CsvSource({
    "SELECT * FROM scheduler.registration_grant",
    "SELECT * FROM scheduler.lease",
    "SELECT * FROM scheduler.lease_history",
    "SELECT * FROM scheduler.lease_status",
    "SELECT * FROM scheduler.due_now",
    "SELECT * FROM scheduler.unlisted",
    "SELECT * FROM scheduler.oldest_overdue",
    "SELECT * FROM scheduler.prepared_transaction",
    "SELECT * FROM scheduler.ledger",
    "SELECT * FROM scheduler.worker_queue_status",
    "SELECT * FROM scheduler.node_status",
    "SELECT * FROM scheduler.job_batch_status",
    "SELECT * FROM scheduler.node_duty",
    "SELECT * FROM scheduler.dispatch_pause",
    "SELECT * FROM scheduler.preferred_node",
    "SELECT * FROM scheduler.held",
    "SELECT * FROM scheduler.retrying",
    "SELECT * FROM scheduler.dispatch_retry",
    "SELECT * FROM scheduler.worker_queue_backlog",
    "SELECT queue FROM scheduler.canary WHERE missing_since IS NULL",
    "SELECT * FROM scheduler.quarantine",
    "SELECT * FROM scheduler.audit",
    "SELECT * FROM scheduler.event",
    "SELECT name FROM scheduler.webhook WHERE given_up > 0",
    "SELECT * FROM scheduler.webhook_event",
    "SELECT * FROM scheduler.statistic",
    "SELECT * FROM scheduler.sql_registration"
  })
  void the_reader_may_read_everything(String query) {
    assertThatCode(() -> database.executeAs(DatabaseRole.READER, query)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          INSERT INTO scheduler.worker_queue (name, tracked, partition) VALUES ('a', true, 'default') ON CONFLICT (name) DO UPDATE SET tracked = false
          UPDATE scheduler.worker_queue SET paused = false, rate_limit = 600, max_depth = 20, max_concurrent_runs = 0, key_property = 'none' WHERE name = 'a'
          SELECT scheduler.discard_quarantined(0)
          SELECT * FROM scheduler.webhook
          UPDATE scheduler.webhook SET paused = false, url = url
          DELETE FROM scheduler.webhook_event
          INSERT INTO scheduler.registration_grant (login, queue, granted_by) VALUES ('worker', 'a', 'admin') ON CONFLICT DO NOTHING
          DELETE FROM scheduler.registration_grant WHERE login = 'worker' AND queue = 'a'
          UPDATE scheduler.quarantine SET resubmit_requested_at = clock_timestamp(), resubmit_requested_by = 'a' WHERE id = 0
          """)
  void a_node_may_do_what_operators_ask_for(String statement) {
    assertThatCode(() -> database.executeAs(DatabaseRole.XA, statement)).doesNotThrowAnyException();
  }

  /** Before PostgreSQL 18 each batch of registrations would be, whose sort is switched off. */
  @Test
  void no_statement_for_jobs_is_compiled() {
    assertThat(new Sql(database.xa()).value("SHOW jit")).isEqualTo("off");
  }
}
