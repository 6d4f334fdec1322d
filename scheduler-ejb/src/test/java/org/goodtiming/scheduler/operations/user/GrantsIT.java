package org.goodtiming.scheduler.operations.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.row.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Grants that administrators manage. */
class GrantsIT {

  private static final String LOGIN = "https://login.example";
  private static final Duration HOUR = Duration.ofHours(1);

  private final ContractDatabase database = ContractDatabase.shared();
  private final GrantQueries queries = new GrantQueries(database.xa());
  private final GrantChanges changes =
      new GrantChanges(database.xa(), new Audit(database.xa(), "node-1"));

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit");
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

    assertThat(changes.delete("root", "shop", "a")).contains("root");
    assertThat(changes.delete("root", "shop", "a")).isEmpty();

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
    setByGroups("a", "b", "c");
    assertThat(grantsOfJane())
        .containsExactly(
            "a groups of the user at https://login.example",
            "b groups of the user at https://login.example",
            "c root");

    setByGroups("b", "*");
    assertThat(grantsOfJane())
        .containsExactly(
            "* groups of the user at https://login.example",
            "b groups of the user at https://login.example",
            "c root");
    assertThat(audits()).isEqualTo("5");
    assertThat(audited()).isEqualTo("jane delete grant jane a ->");

    setByGroups();
    assertThat(grantsOfJane()).containsExactly("c root");
    assertThat(audited()).isEqualTo("jane delete grant jane b ->");
    assertThat(queries.queues("test")).containsExactly("*");
  }

  @Test
  void an_administrator_can_make_a_grant_of_a_group_permanent() {
    setByGroups("a", "b");

    assertThat(changes.put("root", "jane", "a")).isTrue();
    assertThat(
            database.value(
                "SELECT concat_ws(' -> ', before ->> 'grantedBy', after ->> 'grantedBy') FROM scheduler.audit ORDER BY id DESC LIMIT 1"))
        .isEqualTo("groups of the user at https://login.example -> root");
    setByGroups();

    assertThat(grantsOfJane()).containsExactly("a root");
  }

  @Test
  void who_withdraws_a_grant_learns_that_it_is_of_a_group() {
    setByGroups("a");

    assertThat(changes.delete("root", "jane", "a"))
        .hasValueSatisfying(by -> assertThat(GrantChanges.isByGroups(by)).isTrue());
    assertThat(grantsOfJane()).isEmpty();
    assertThat(GrantChanges.isByGroups("root")).isFalse();

    setByGroups("a");
    assertThat(grantsOfJane()).hasSize(1);
  }

  @Test
  void groups_at_another_issuer_take_nothing() {
    setByGroups("a", "b");
    changes.setByGroups("jane", "https://other.example", Set.of("b", "c"));

    assertThat(grantsOfJane())
        .containsExactly(
            "a groups of the user at https://login.example",
            "b groups of the user at https://login.example",
            "c groups of the user at https://other.example");
  }

  @Test
  void grants_of_groups_need_no_change_until_they_differ_or_are_old() {
    changes.put("root", "jane", "d");
    setByGroups("a", "b");

    assertThat(hasByGroups("a", "b")).isTrue();
    assertThat(hasByGroups("a", "b", "d")).isTrue();
    assertThat(hasByGroups("a", "c")).isFalse();
    assertThat(hasByGroups("a")).isFalse();
    assertThat(hasByGroups()).isFalse();
    assertThat(queries.hasByGroups("john", LOGIN, Set.of(), HOUR)).isTrue();

    age("2 hours");
    assertThat(hasByGroups("a", "b")).isFalse();

    setByGroups("a", "b");
    assertThat(hasByGroups("a", "b")).isTrue();
    assertThat(audits()).isEqualTo("3");
  }

  private void setByGroups(String... queues) {
    changes.setByGroups("jane", LOGIN, Set.of(queues));
  }

  private boolean hasByGroups(String... queues) {
    return queries.hasByGroups("jane", LOGIN, Set.of(queues), HOUR);
  }

  private void age(String age) {
    database.execute(
        "UPDATE scheduler.registration_grant SET granted_at = granted_at - interval '%s'"
            .formatted(age));
  }

  private String audits() {
    return database.value("SELECT count(*) FROM scheduler.audit");
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
