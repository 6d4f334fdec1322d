package org.goodtiming.scheduler.operations.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the REST API has kept for long enough goes. */
class RestPruningIT {

  private final ContractDatabase database = ContractDatabase.shared();

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit, scheduler.idempotency_key");
  }

  @Test
  void what_is_older_than_its_age_goes_and_the_rest_stays() {
    keep("1 hour", 1);
    keep("25 hours", 1_200);
    keep("31 days", 3);
    keep("400 days", 7);

    Map<String, String> settings =
        Map.of("scheduler.node.name", "node-1", "scheduler.rest.session-idle", "PT2H");
    new RestPruning(
            database.xa(),
            SchedulerConfig.from(name -> Optional.ofNullable(settings.get(name))).rest())
        .run();

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
