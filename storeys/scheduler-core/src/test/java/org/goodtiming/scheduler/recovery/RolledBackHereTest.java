package org.goodtiming.scheduler.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.Status;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RolledBackHereTest {

  private static final long ID = (5L << 32) + 4711;
  private static final UUID FIRST = UUID.randomUUID();
  private static final UUID SECOND = UUID.randomUUID();

  private final RolledBackHere rolledBack = new RolledBackHere();

  @Test
  void a_rolled_back_transaction_is_known_by_the_low_bits_of_its_id() {
    rolledBack.begun(ID, FIRST);
    assertThat(rolledBack.isEmpty()).isTrue();
    rolledBack.completed(ID, FIRST, Status.STATUS_ROLLEDBACK);
    assertThat(rolledBack.contains(prepared(true))).isTrue();
    assertThat(rolledBack.contains(prepared(false))).as("of an application").isFalse();

    rolledBack.forget(Duration.ofHours(1));
    assertThat(rolledBack.isEmpty()).isFalse();
    rolledBack.forget(Duration.ZERO);
    assertThat(rolledBack.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {Status.STATUS_COMMITTED, Status.STATUS_UNKNOWN, Status.STATUS_COMMITTING})
  void no_other_outcome_is_a_rollback(int status) {
    rolledBack.begun(ID, FIRST);
    rolledBack.completed(ID, FIRST, status);
    assertThat(rolledBack.isEmpty()).isTrue();
  }

  @Test
  void after_a_crash_of_the_database_an_id_belongs_to_the_transaction_that_began_last() {
    rolledBack.begun(ID, FIRST);
    rolledBack.completed(ID, FIRST, Status.STATUS_ROLLEDBACK);
    rolledBack.begun(ID, SECOND);
    assertThat(rolledBack.contains(prepared(true))).isFalse();
    rolledBack.completed(ID, SECOND, Status.STATUS_ROLLEDBACK);
    assertThat(rolledBack.contains(prepared(true))).isTrue();
  }

  @Test
  void the_first_one_may_roll_back_while_the_second_one_is_prepared() {
    rolledBack.begun(ID, FIRST);
    rolledBack.begun(ID, SECOND);
    rolledBack.completed(ID, FIRST, Status.STATUS_ROLLEDBACK);
    assertThat(rolledBack.contains(prepared(true))).isFalse();
  }

  private static DatabaseBranch prepared(boolean ours) {
    return new DatabaseBranch(new BranchId("0a", "node-1", 0), "gid", 4711, ours);
  }
}
