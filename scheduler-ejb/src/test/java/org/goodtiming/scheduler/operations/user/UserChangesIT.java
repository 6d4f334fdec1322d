package org.goodtiming.scheduler.operations.user;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UserChangesIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final UserChanges changes =
      new UserChanges(database.xa(), new Audit(database.xa(), "node-1"));

  @BeforeEach
  void ann_is_the_only_user() {
    database.clear();
    changes.create("root", "ann", Role.VIEWER, "hash");
    database.execute("TRUNCATE scheduler.audit");
  }

  @Test
  void failed_login_of_a_user_is_audited_and_that_of_an_unknown_name_is_not() {
    changes.noteFailedLogin("ann", "198.51.100.7");
    changes.noteFailedLogin("nobody", "198.51.100.7");

    assertThat(
            database.value(
                "SELECT string_agg(changed_by || ' ' || action || ' ' || subject || ' ' || after::text, ';') FROM scheduler.audit"))
        .isEqualTo("- login failed ann {\"from\": \"198.51.100.7\"}");
  }
}
