package org.goodtiming.scheduler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.goodtiming.scheduler.install.DatabaseAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerStateTest {
  private static final Psql PSQL = new Psql("postgres", "db", "5432", "scheduler");

  @Test
  void a_server_before_version_16_is_too_old() {
    assertThat(new ServerState(150_013, false, false, Duration.ZERO).findings(PSQL))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.OLD_SERVER);
              assertThat(finding.seen()).startsWith("PostgreSQL 15;");
            });
    assertThat(new ServerState(160_000, false, false, Duration.ZERO).findings(PSQL)).isEmpty();
  }

  @Test
  void a_standby_is_no_database_for_nodes() {
    assertThat(new ServerState(180_000, true, true, Duration.ZERO).findings(PSQL))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.STANDBY);
              assertThat(finding.seen()).isEqualTo("the server at host db, port 5432 is a standby");
            });
  }

  @Test
  void two_seconds_between_the_clocks_are_tolerated() {
    assertThat(new ServerState(180_000, false, false, Duration.ofSeconds(-2)).findings(PSQL))
        .isEmpty();
    assertThat(new ServerState(180_000, false, false, Duration.ofMillis(-2_100)).findings(PSQL))
        .singleElement()
        .satisfies(finding -> assertThat(finding.seen()).contains("2.1 s behind"));
  }

  @ParameterizedTest
  @CsvSource({"scheduler_read, postgres", "scheduler_owner, postgres", "jane, jane"})
  void who_is_no_role_of_the_scheduler_is_its_administrator(String login, String admin) {
    DatabaseAddress address = DatabaseAddress.parse("jdbc:postgresql://db/jobs").orElseThrow();
    assertThat(Psql.of(address, login)).isEqualTo(new Psql(admin, "db", "5432", "jobs"));
  }

  @Test
  void of_several_servers_the_cure_changes_the_primary() {
    assertThat(new Psql("jane", "a,b", "5432,5433", "scheduler").run("SELECT 1").line())
        .isEqualTo(
            "PGTARGETSESSIONATTRS=primary psql -h a,b -p 5432,5433 -U jane -d scheduler -c 'SELECT 1'");
  }
}
