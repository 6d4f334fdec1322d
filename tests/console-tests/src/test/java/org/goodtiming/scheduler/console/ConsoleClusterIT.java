package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pages of the leader's lease and batch operations. */
class ConsoleClusterIT extends ConsoleTest {

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE usename = 'scheduler_xa' AND wait_event_type = 'Lock' AND query LIKE '%s'";

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Nightly
  @Test
  void a_leader_steps_down_and_the_other_node_leads() {
    String holder = lease().getString("holder");
    int epoch = lease().getInt("epoch");
    open("#/cluster", "Cluster");

    console.row("default").locator("button:has-text('Step down')").click();
    assertThat(console.dialog()).containsText(holder + " steps down?");
    assertThat(console.dialog()).containsText("Another node leads at its next tick.");
    console.confirm();

    assertThat(console.notices()).containsText(holder + " has released the lease");
    await().until(() -> lease().getInt("epoch") > epoch);
    assertThat(lease().getString("holder")).isNotEqualTo(holder);
    assertThat(console.main().locator(".timeline")).containsText("epoch " + (epoch + 1));

    open("#/", "Overview");
    assertThat(console.main())
        .containsText(lease().getString("holder") + " took over from " + holder);
    assertThat(console.main()).containsText("no job is missing");
  }

  @Nightly
  @Test
  void a_node_is_drained_and_resumed() {
    open("#/cluster", "Cluster");

    console.row("node-2").first().locator("button").click();
    assertThat(console.dialog()).containsText("Drain node-2?");
    assertThat(console.dialog()).containsText("The other nodes take over.");
    console.confirm();

    assertThat(console.notices()).containsText("node-2 takes nothing new");
    assertThat(console.row("node-2").first()).containsText("drained");
    console.row("node-2").first().locator("button").click();
    assertThat(console.row("node-2").first()).not().containsText("drained");
    assertThat(stack.integer("SELECT count(*) FROM scheduler.node_duty")).isZero();
  }

  @Test
  void each_node_has_its_version_and_the_offset_of_its_clock() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> list("/nodes", "nodes").stream().allMatch(n -> n.containsKey("clockOffset")));
    open("#/cluster", "Cluster");

    String version = list("/nodes", "nodes").get(0).getString("version");
    assertThat(version).isNotBlank();
    for (ServerNode node : stack.devStack().nodes()) {
      Locator row = console.row(node.name()).first();
      assertThat(row).containsText(version);
      assertThat(row).containsText(Pattern.compile("equal|ahead|behind"));
    }
  }

  @Nightly
  @Test
  void a_batch_operation_is_stopped() throws SQLException {
    jobs(1_000);
    try (Connection connection =
        stack.devStack().database().dataSource(DatabaseUser.SUPERUSER).getConnection()) {
      connection.setAutoCommit(false);
      connection
          .createStatement()
          .execute("SELECT FROM scheduler.job WHERE job_id = 'a-150' FOR UPDATE");
      done(rest.post("/batch-operations", Samples.json("operation", "cancel", "prefix", "a-")));
      open("#/batches", "Batch operations");
      console.mainLink("cancel").click();
      assertThat(console.main()).containsText("running");
      awaitWaiting("%scheduler.job %FOR UPDATE%");

      console.button("Stop").click();
      console.confirm();
      awaitWaiting("%scheduler.batch_operation %");
      connection.rollback();
    }

    assertThat(console.main()).containsText("stopped");
    String path =
        "/batch-operations/" + stack.integer("SELECT max(id) FROM scheduler.batch_operation");
    assertThat(read(path).getString("state")).isEqualTo("stopped");
    assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isPositive();
  }

  private JsonObject lease() {
    return list("/leases", "leases").get(0);
  }

  private void awaitWaiting(String query) {
    await().until(() -> stack.integer(WAITING.formatted(query)) > 0);
  }

  private void jobs(int count) {
    stack.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT '%1$s', 'a-' || n, '2100-01-01T00:00:00Z', '2100-01-01T00:00:00Z', 4, true, '', clock_timestamp() - interval '1 hour'
          FROM generate_series(1, %2$d) n;
        INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', %2$d)
        """
            .formatted(QUEUE, count));
  }
}
