package org.goodtiming.scheduler.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import javax.sql.DataSource;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.FaultyStatements;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsDispatched;
import org.goodtiming.scheduler.execution.ExecutionEvent.RunsEnded;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsStored;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The counts of nodes become rows. */
class StatisticFlushIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final StatisticCounter counter = new StatisticCounter(System::nanoTime);
  private final StatisticFlush flush = flush(database.xa(), "node-1", counter);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void counts_of_a_minute_are_added_up() {
    counter.on(new RegistrationsStored("a", "accepted", 3));
    counter.on(new JobsDispatched("a", 0, new long[] {500}));
    flush.flush();
    counter.on(new JobsDispatched("a", 0, new long[] {500, 1_500, 1_000_000}));
    counter.on(new RunsEnded("a", 1, 1, new long[] {3_000, 3_000}));
    flush.flush();

    assertThat(sum("registered, dispatched, finished, failed, quarantined"))
        .isEqualTo("(3,4,1,1,0)");
    assertThat(database.value("SELECT sum(n) FROM scheduler.statistic, unnest(lateness) n"))
        .isEqualTo("4");
    assertThat(database.value("SELECT max(duration) FROM scheduler.statistic"))
        .isEqualTo("{0,0,2}");
  }

  @Test
  void histograms_are_added_by_element() {
    assertThat(database.valueAsNode("SELECT scheduler.add_buckets('{1,2}', '{10,20,30}')"))
        .isEqualTo("{11,22,30}");
    assertThat(database.valueAsNode("SELECT scheduler.add_buckets('{}', '{}')")).isEqualTo("{}");
  }

  @Test
  void each_node_has_rows_of_its_own() {
    StatisticCounter ofOther = new StatisticCounter(System::nanoTime);
    counter.on(new JobsDispatched("a", 0, new long[] {500}));
    ofOther.on(new JobsDispatched("a", 0, new long[] {500}));
    flush.flush();
    flush(database.xa(), "node-2", ofOther).flush();

    assertThat(database.value("SELECT count(DISTINCT node) FROM scheduler.statistic"))
        .isEqualTo("2");
    assertThat(sum("dispatched")).isEqualTo("2");
  }

  @Test
  void without_events_nothing_is_stored() {
    flush.flush();
    assertThat(database.value("SELECT count(*) FROM scheduler.statistic")).isEqualTo("0");
  }

  @Test
  void counts_that_could_not_be_stored_are_stored_the_next_time() {
    DataSource faulty = FaultyStatements.in(database.xa(), "INSERT INTO scheduler.statistic");
    counter.on(new JobsDispatched("a", 0, new long[] {500}));
    assertThatThrownBy(() -> flush(faulty, "node-1", counter).flush())
        .isInstanceOf(ArithmeticException.class);
    counter.on(new JobsDispatched("a", 0, new long[] {500}));

    flush.end();

    assertThat(sum("dispatched")).isEqualTo("2");
  }

  private static StatisticFlush flush(DataSource database, String node, StatisticCounter counter) {
    return new StatisticFlush(counter, new StatisticStore(database, node));
  }

  /** Over all rows, for the test may run across the end of a minute. */
  private String sum(String columns) {
    String sums = columns.replaceAll("(\\w+)", "sum($1)");
    return database.value(
        "SELECT %s FROM scheduler.statistic"
            .formatted(columns.contains(",") ? "ROW(" + sums + ")" : sums));
  }
}
