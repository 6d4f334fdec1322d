package org.goodtiming.scheduler.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.goodtiming.scheduler.operations.row.TimeRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of changes. */
class AuditQueriesIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final AuditQueries queries = new AuditQueries(database.reader());

  /** Nobody deletes the changes of other tests. */
  private final String user = "jane " + UUID.randomUUID();

  @BeforeEach
  void changes() {
    Audit audit = new Audit(database.xa(), "node-1");
    audit.note(user, "register job", "a/1", null, "{\"dueAt\": \"2100-01-01T00:00:00Z\"}");
    audit.note(user, "cancel job", "a/1", "{\"dueAt\": \"2100-01-01T00:00:00Z\"}", null);
    audit.note(user, "cancel job", "b/1_", null, null);
    audit.note("john " + user, "cancel job", "a/1", null, null);
  }

  @Test
  void each_filter_restricts_the_list_whose_latest_change_is_first() {
    assertThat(subjects(new AuditQueries.Filter(user, null, null, TimeRange.ANY)))
        .containsExactly("b/1_", "a/1", "a/1");
    assertThat(subjects(new AuditQueries.Filter(user, "cancel job", "a/", TimeRange.ANY)))
        .containsExactly("a/1");
    assertThat(subjects(new AuditQueries.Filter(user, null, "b/1%", TimeRange.ANY))).isEmpty();
    TimeRange later = new TimeRange(database.now(), null);
    assertThat(subjects(new AuditQueries.Filter(user, null, null, later))).isEmpty();
    TimeRange earlier = new TimeRange(null, database.now());
    assertThat(subjects(new AuditQueries.Filter(user, null, null, earlier))).hasSize(3);
  }

  @Test
  void a_change_has_its_states_as_json() {
    AuditQueries.Filter filter = new AuditQueries.Filter(user, "register job", null, TimeRange.ANY);

    Row change = queries.list(filter, null, 1).rows().get(0);

    assertThat(change.values())
        .containsKeys("id", "changedAt", "changedBy", "node", "action", "subject", "after")
        .doesNotContainKey("before");
    assertThat(change.text("after")).isEqualTo("{\"dueAt\": \"2100-01-01T00:00:00Z\"}");
  }

  @Test
  void pages_follow_each_other_by_id() {
    AuditQueries.Filter filter = new AuditQueries.Filter(user, null, null, TimeRange.ANY);

    RowPage first = queries.list(filter, null, 2);
    RowPage second = queries.list(filter, first.next(), 2);

    assertThat(first.rows()).hasSize(2);
    assertThat(second.rows()).extracting(row -> row.text("action")).containsExactly("register job");
    assertThat(second.next()).isNull();
  }

  private List<String> subjects(AuditQueries.Filter filter) {
    return queries.list(filter, null, 100).rows().stream().map(row -> row.text("subject")).toList();
  }
}
