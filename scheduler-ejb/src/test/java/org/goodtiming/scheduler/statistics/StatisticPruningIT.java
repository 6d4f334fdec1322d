package org.goodtiming.scheduler.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.goodtiming.scheduler.config.operations.StatisticConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Partitions are made before they are needed, and dropped when they are old. */
class StatisticPruningIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final StatisticPruning pruning =
      new StatisticPruning(database.xa(), new StatisticConfig(Duration.ofDays(14)));

  @BeforeEach
  @AfterEach
  void empty() {
    database.clear();
    new StatisticPruning(database.xa(), new StatisticConfig(Duration.ofDays(1))).run();
  }

  @Test
  void today_and_the_next_two_days_have_partitions() {
    assertThat(partitions()).isEqualTo("3");
    assertThat(database.valueAsNode("SELECT scheduler.prepare_statistics()")).isEqualTo("0");
    count("interval 'P0D'");
    count("interval 'P2D'");
    assertThat(database.value("SELECT count(*) FROM scheduler.statistic_default")).isEqualTo("0");
  }

  @Test
  void a_row_of_a_day_without_a_partition_moves_into_its_partition() {
    database.execute("DROP TABLE scheduler." + partition(0));
    count("interval 'P0D'");
    assertThat(database.value("SELECT count(*) FROM scheduler.statistic_default")).isEqualTo("1");

    pruning.run();

    assertThat(database.value("SELECT count(*) FROM scheduler.statistic_default")).isEqualTo("0");
    assertThat(database.value("SELECT count(*) FROM scheduler." + partition(0))).isEqualTo("1");
    assertThat(database.value("SELECT count(*) FROM scheduler.statistic")).isEqualTo("1");
  }

  @Test
  void partitions_beyond_their_age_are_dropped_and_the_rest_stays() {
    attach(-15);
    attach(-14);
    count("interval 'P-15D'");
    count("interval 'P-14D'");
    count("interval 'P-100D'");
    count("interval 'P-13D'");

    pruning.run();

    assertThat(database.value("SELECT count(*) FROM scheduler.statistic")).isEqualTo("2");
    assertThat(partitions()).isEqualTo("4");
  }

  @Test
  void a_node_cannot_drop_what_it_has_just_counted() {
    count("interval 'P0D'");
    assertThat(database.valueAsNode("SELECT scheduler.prune_statistics(interval 'P-9D')"))
        .isEqualTo("0");
    assertThat(database.value("SELECT count(*) FROM scheduler.statistic")).isEqualTo("1");
  }

  private void count(String later) {
    database.executeAs(
        DatabaseRole.XA,
        "INSERT INTO scheduler.statistic (minute, queue, node, dispatched)"
            + " VALUES (date_trunc('minute', clock_timestamp()) + %s, 'a', 'node-1', 1)"
                .formatted(later));
  }

  private void attach(int days) {
    database.executeAs(
        DatabaseRole.OWNER,
        """
        SET timezone = 'UTC';
        DO $$
        BEGIN
          EXECUTE format('CREATE TABLE scheduler.%1$s PARTITION OF scheduler.statistic FOR VALUES FROM (%%L) TO (%%L)',
                         current_date + (%2$d), current_date + (%2$d) + 1);
        END
        $$
        """
            .formatted(partition(days), days));
  }

  private String partition(int days) {
    return database.value(
        "SELECT 'statistic_' || to_char((clock_timestamp() AT TIME ZONE 'UTC')::date + (%d), 'YYYYMMDD')"
            .formatted(days));
  }

  private String partitions() {
    return database.value(
        "SELECT count(*) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent ="
            + " 'scheduler.statistic'::regclass AND c.relname <> 'statistic_default'");
  }
}
