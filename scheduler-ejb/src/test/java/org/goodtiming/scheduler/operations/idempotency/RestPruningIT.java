package org.goodtiming.scheduler.operations.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pruning of the REST API's data. */
class RestPruningIT {

  private final ContractDatabase database = ContractDatabase.shared();

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit, scheduler.idempotency_key");
  }

  @Test
  void rows_beyond_their_age_are_deleted_and_the_rest_stays() {
    keep("1 hour", 1);
    keep("25 hours", 1_200);
    keep("31 days", 3);
    keep("400 days", 7);

    prune("scheduler.rest.session-idle", "PT2H");

    assertThat(count("idempotency_key")).isEqualTo("1");
    assertThat(count("batch_operation WHERE ended_at IS NOT NULL")).isEqualTo("1201");
    assertThat(count("batch_operation WHERE ended_at IS NULL")).isEqualTo("1211");
    assertThat(count("audit")).isEqualTo("1204");
  }

  @Test
  void a_node_cannot_delete_what_was_changed_in_the_last_week() {
    keep("6 days", 5);
    keep("8 days", 5);

    assertThat(database.valueAsNode("SELECT scheduler.prune_audit(interval 'PT0S', 100)"))
        .isEqualTo("5");
    assertThat(count("audit")).isEqualTo("5");
  }

  @Test
  void grants_of_groups_end_as_the_sessions_do_that_have_renewed_them() {
    grant("old", "2 hours", "groups of the user at https://login.example");
    grant("new", "50 minutes", "groups of the user at https://login.example");
    grant("shop", "2 hours", "root");

    prune("scheduler.rest.session-age", "PT1H");

    assertThat(
            database.value(
                "SELECT string_agg(login, ' ' ORDER BY login) FROM scheduler.registration_grant"))
        .isEqualTo("new shop test");
    assertThat(
            database.value(
                "SELECT concat_ws(' ', changed_by, node, action, subject, before ->> 'queue', after) FROM scheduler.audit"))
        .isEqualTo("scheduler node-1 delete grant old a");
  }

  private void grant(String login, String age, String grantedBy) {
    database.execute(
        """
        INSERT INTO scheduler.registration_grant (login, queue, granted_at, granted_by)
        VALUES ('%s', 'a', clock_timestamp() - interval '%s', '%s')
        """
            .formatted(login, age, grantedBy));
  }

  private void prune(String setting, String value) {
    Map<String, String> settings = Map.of("scheduler.node.name", "node-1", setting, value);
    new RestPruning(
            database.xa(),
            SchedulerConfig.from(name -> Optional.ofNullable(settings.get(name))).rest(),
            "node-1")
        .run();
  }

  private void keep(String age, int rows) {
    database.execute(
        """
        INSERT INTO scheduler.idempotency_key (login, key, request, recorded_at)
        SELECT 'test', '%1$s ' || n, '', clock_timestamp() - interval '%1$s' FROM generate_series(1, %2$d) n;
        INSERT INTO scheduler.batch_operation (operation, state, requested_by, counted, ended_at)
        SELECT 'cancel', 'finished', 'test', 0, clock_timestamp() - interval '%1$s' FROM generate_series(1, %2$d);
        INSERT INTO scheduler.batch_operation (operation, requested_by, requested_at, counted)
        SELECT 'cancel', 'test', clock_timestamp() - interval '%1$s', 0 FROM generate_series(1, %2$d);
        INSERT INTO scheduler.audit (changed_at, changed_by, node, action, subject)
        SELECT clock_timestamp() - interval '%1$s', 'test', 'node-1', 'test', 'test' FROM generate_series(1, %2$d)
        """
            .formatted(age, rows));
  }

  private String count(String rows) {
    return database.value("SELECT count(*) FROM scheduler." + rows);
  }
}
