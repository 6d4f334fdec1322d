package org.goodtiming.scheduler.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rights of a user end with the user. */
class FormerUsersIT {

  private static final BatchFilter OF_QUEUE =
      new BatchFilter("reports", null, null, null, null, null, null);
  private static final BatchPage LAST_PAGE = new BatchPage(List.of(), null, null, true);

  private final ContractDatabase database = ContractDatabase.shared();
  private final BatchChanges operations =
      new BatchChanges(database.xa(), new Audit(database.xa(), "node-1"));
  private final BatchQueries queries =
      new BatchQueries(
          database.xa(), new JobQueries(database.xa()), new QuarantineQueries(database.xa()));
  private final IdempotencyKeys keys = new IdempotencyKeys(database.xa());

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit");
  }

  @Test
  void running_operations_of_a_locked_user_stop_with_a_reason_and_those_of_others_go_on() {
    long own = begin("ann");
    long other = begin("bob");
    BatchOperation read = queries.running(own).orElseThrow();

    operations.stopAllOf("ann", "admin", "user 'ann' was locked");

    assertThat(state(own)).isEqualTo("stopped user 'ann' was locked");
    assertThat(state(other)).isEqualTo("running -");
    assertThat(operations.begin(read)).isFalse();
    assertThat(operations.begin(queries.running(other).orElseThrow())).isTrue();
    assertThat(
            database.value(
                "SELECT changed_by || ' ' || action || ' ' || subject FROM scheduler.audit ORDER BY id DESC LIMIT 1"))
        .isEqualTo("admin stop batch operation batch operation " + own);
  }

  @Test
  void an_operation_that_has_ended_keeps_its_end() {
    long id = begin("ann");
    BatchOperation read = queries.running(id).orElseThrow();
    operations.begin(read);
    operations.end(read, LAST_PAGE, BatchTally.NOTHING.plusRefused("held"));

    operations.stopAllOf("ann", "admin", "user 'ann' was deleted");

    assertThat(state(id)).isEqualTo("finished held");
  }

  @Test
  void a_new_user_replays_no_request_of_an_earlier_user_of_the_same_name() {
    IdempotencyKey key = new IdempotencyKey("ann", "k-1", new byte[] {1});
    keys.take(key);
    keys.end(key, new StoredAnswer(202, "{}", null));
    keys.take(new IdempotencyKey("bob", "k-1", new byte[] {1}));

    keys.forget("ann");

    assertThat(keys.earlier(key)).isEqualTo(Optional.empty());
    assertThat(keys.take(key)).isTrue();
    assertThat(database.value("SELECT count(*) FROM scheduler.idempotency_key")).isEqualTo("2");
  }

  private long begin(String login) {
    return operations
        .create(login, new BatchRequest(BatchVerb.CANCEL, null, OF_QUEUE), 0)
        .number("id");
  }

  private String state(long id) {
    return database.value(
        "SELECT state || ' ' || coalesce(last_refusal, '-') FROM scheduler.batch_operation WHERE id = "
            + id);
  }
}
