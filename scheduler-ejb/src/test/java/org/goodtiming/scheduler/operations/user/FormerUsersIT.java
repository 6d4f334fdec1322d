package org.goodtiming.scheduler.operations.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.batch.BatchChanges;
import org.goodtiming.scheduler.operations.batch.BatchCursor;
import org.goodtiming.scheduler.operations.batch.BatchFilter;
import org.goodtiming.scheduler.operations.batch.BatchOperation;
import org.goodtiming.scheduler.operations.batch.BatchPage;
import org.goodtiming.scheduler.operations.batch.BatchQueries;
import org.goodtiming.scheduler.operations.batch.BatchRequest;
import org.goodtiming.scheduler.operations.batch.BatchTally;
import org.goodtiming.scheduler.operations.batch.BatchVerb;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.operations.user.UserChanges.Creation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rights of a user end with the user. */
class FormerUsersIT {

  private static final BatchFilter OF_QUEUE =
      new BatchFilter("reports", null, null, null, null, null, null, null, null, false);
  private static final BatchPage LAST_PAGE = new BatchPage(List.of(), BatchCursor.NONE, true);

  private final ContractDatabase database = ContractDatabase.shared();
  private final BatchChanges operations =
      new BatchChanges(database.xa(), new Audit(database.xa(), "node-1"));
  private final BatchQueries queries =
      new BatchQueries(
          database.xa(),
          new JobQueries(database.xa(), Redaction.NONE),
          new QuarantineQueries(database.xa(), Redaction.NONE));

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
  void the_name_of_a_deleted_user_is_given_to_nobody_else() {
    UserChanges users = new UserChanges(database.xa(), new Audit(database.xa(), "node-1"));
    database.execute("DELETE FROM scheduler.api_user");
    users.create("root", "root", Role.ADMIN, "hash");
    assertThat(users.create("root", "ann", Role.SUBMITTER, "hash")).isEqualTo(Creation.CREATED);
    assertThat(users.create("root", "ann", Role.SUBMITTER, "hash")).isEqualTo(Creation.EXISTS);

    users.delete("root", "ann");

    assertThat(users.create("root", "ann", Role.SUBMITTER, "hash"))
        .isEqualTo(Creation.NAME_OF_DELETED_USER);
    assertThat(database.value("SELECT name || ' ' || deleted_by FROM scheduler.former_user"))
        .isEqualTo("ann root");
    assertThat(database.value("SELECT count(*) FROM scheduler.api_user")).isEqualTo("1");
  }

  private long begin(String login) {
    return operations
        .create(login, new BatchRequest(BatchVerb.CANCEL, null, OF_QUEUE), 0, null)
        .number("id");
  }

  private String state(long id) {
    return database.value(
        "SELECT state || ' ' || coalesce(last_refusal, '-') FROM scheduler.batch_operation WHERE id = "
            + id);
  }
}
