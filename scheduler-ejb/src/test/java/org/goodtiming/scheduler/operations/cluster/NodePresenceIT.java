package org.goodtiming.scheduler.operations.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.cluster.NodePresence.Description;
import org.goodtiming.scheduler.operations.row.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The data that nodes publish about themselves. */
class NodePresenceIT {

  private static final RegistrationConfig LIMITS =
      new RegistrationConfig(1, 1, 1000, 100, new RegistrationConfig.Bulk(1, 1));

  private final ContractDatabase database = ContractDatabase.shared();
  private final LeaseQueries queries = new LeaseQueries(database.reader());

  @BeforeEach
  void empty() {
    database.execute("DELETE FROM scheduler.node");
  }

  @Test
  void a_node_shows_its_version_and_how_far_its_clock_is_ahead_or_behind() {
    node("n-1", Duration.ofSeconds(90)).tell();
    node("n-2", Duration.ofSeconds(-90)).tell();

    assertThat(row("n-1").text("version")).isEqualTo("1.0");
    assertThat(clockOffset("n-1")).isBetween(Duration.ofSeconds(85), Duration.ofSeconds(95));
    assertThat(clockOffset("n-2")).isBetween(Duration.ofSeconds(-95), Duration.ofSeconds(-85));
  }

  @Test
  void a_node_tells_which_registrations_it_accepts() {
    node("n-1", Duration.ZERO).tell();
    assertThat(
            database.value(
                "SELECT max_body_bytes || ' ' || max_property_bytes FROM scheduler.node"))
        .isEqualTo("1000 100");
  }

  @Test
  void a_node_that_runs_on_keeps_its_start_and_one_that_starts_again_has_another() {
    NodePresence first = node("n-1", Duration.ZERO);
    first.tell();
    String startedAt = row("n-1").text("startedAt");

    first.tell();
    assertThat(row("n-1").text("startedAt")).isEqualTo(startedAt);
    node("n-1", Duration.ZERO).tell();
    assertThat(row("n-1").text("startedAt")).isGreaterThan(startedAt);
  }

  @Test
  void a_node_that_was_stopped_is_not_listed_and_one_that_died_is_for_a_day() {
    NodePresence stopped = node("n-1", Duration.ZERO);
    stopped.tell();
    node("n-2", Duration.ZERO).tell();
    node("n-3", Duration.ZERO).tell();

    stopped.end();
    database.execute(
        "UPDATE scheduler.node SET seen_at = seen_at - interval 'PT25H' WHERE name = 'n-3'");

    assertThat(names()).containsExactly("n-2");
    assertThat(row("n-2").values()).containsEntry("live", false).containsKey("seenAt");
    node("n-2", Duration.ZERO).tell();
    assertThat(database.value("SELECT count(*) FROM scheduler.node")).isEqualTo("1");
  }

  private NodePresence node(String name, Duration ahead) {
    InstantSource clock = InstantSource.offset(InstantSource.system(), ahead);
    return new NodePresence(
        database.xa(), name, new Description("1.0", List.of("default"), List.of(), LIMITS), clock);
  }

  private Duration clockOffset(String node) {
    return Duration.parse(row(node).text("clockOffset"));
  }

  private Row row(String node) {
    return queries.nodes().stream()
        .filter(row -> row.text("name").equals(node))
        .findFirst()
        .orElseThrow();
  }

  private List<String> names() {
    return queries.nodes().stream()
        .map(row -> row.text("name"))
        .filter(name -> name.startsWith("n-"))
        .toList();
  }
}
