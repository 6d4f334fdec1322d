package org.goodtiming.scheduler.operations.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.WorkerQueueStore;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.row.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Grants that administrators manage. */
class GrantsIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final GrantQueries queries = new GrantQueries(database.xa());
  private final GrantChanges changes =
      new GrantChanges(database.xa(), new Audit(database.xa(), "node-1"));

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_grant_names_its_administrator_and_is_audited() {
    assertThat(changes.put("root", "shop", "a")).isTrue();

    Row grant = queries.read("shop", "a").orElseThrow();
    assertThat(grant.values()).containsOnlyKeys("login", "queue", "grantedAt", "grantedBy");
    assertThat(grant.text("grantedBy")).isEqualTo("root");
    assertThat(audited()).isEqualTo("root create grant shop -> a");
  }

  @Test
  void a_grant_that_exists_stays_as_it_is() {
    changes.put("root", "shop", "a");

    assertThat(changes.put("other", "shop", "a")).isFalse();

    assertThat(queries.read("shop", "a").orElseThrow().text("grantedBy")).isEqualTo("root");
    assertThat(audited()).startsWith("root");
  }

  @Test
  void a_grant_that_is_withdrawn_is_gone() {
    changes.put("root", "shop", "a");
    changes.put("root", "shop", "b");

    assertThat(changes.delete("root", "shop", "a")).isTrue();
    assertThat(changes.delete("root", "shop", "a")).isFalse();

    assertThat(queries.queues("shop")).containsExactly("b");
    assertThat(audited()).isEqualTo("root delete grant shop a ->");
  }

  @Test
  void grants_are_listed_by_login_and_queue() {
    changes.put("root", "shop", "b");
    changes.put("root", "shop", "*");
    changes.put("root", "admin", "a");

    assertThat(queries.list().stream().map(row -> row.text("login") + " " + row.text("queue")))
        .containsExactly("admin a", "shop *", "shop b", "test *");
  }

  @Test
  void the_next_registration_knows_of_it() {
    changes.put("root", "shop", "a");

    assertThat(new WorkerQueueStore(database.xa()).allowList().grants().get("shop"))
        .containsExactly("a");
  }

  @Test
  void a_user_has_what_its_groups_had_at_the_last_login_and_what_administrators_have_given() {
    changes.put("root", "jane", "c");
    changes.setByGroups("jane", Set.of("a", "b", "c"));
    assertThat(grantsOfJane())
        .containsExactly("a groups of the user", "b groups of the user", "c root");

    changes.setByGroups("jane", Set.of("b", "*"));
    assertThat(grantsOfJane())
        .containsExactly("* groups of the user", "b groups of the user", "c root");
    assertThat(audited()).isEqualTo("jane create grant jane -> *");

    changes.setByGroups("jane", Set.of());
    assertThat(grantsOfJane()).containsExactly("c root");
    assertThat(audited()).isEqualTo("jane delete grant jane b ->");
    assertThat(queries.queues("test")).containsExactly("*");
  }

  private List<String> grantsOfJane() {
    return queries.list().stream()
        .filter(row -> row.text("login").equals("jane"))
        .map(row -> row.text("queue") + " " + row.text("grantedBy"))
        .toList();
  }

  private String audited() {
    return database.value(
        """
        SELECT concat_ws(' ', changed_by, action, subject, before ->> 'queue', '->', after ->> 'queue')
          FROM scheduler.audit ORDER BY id DESC LIMIT 1
        """);
  }
}
