package org.goodtiming.scheduler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The table in docs/doctor.md is made of the codes. */
class DoctorPageTest {
  private static final Path PAGE = Path.of("../..", "docs", "doctor.md");
  private static final Path EXPECTED = Path.of("target", "doctor-reference.md");
  private static final String BEGIN = "## Findings\n";

  @Test
  void the_page_lists_all_codes() throws IOException {
    String table = table();
    Files.writeString(EXPECTED, table);
    String page = Files.readString(PAGE);
    assertThat(page.substring(page.indexOf(BEGIN)))
        .as("the end of %s; what it should be is in %s", PAGE, EXPECTED.toAbsolutePath())
        .isEqualTo(table);
  }

  @Test
  void the_connections_of_a_node_are_those_that_the_doctor_counts() throws IOException {
    int pools = Capacity.SCHEDULER_POOL + Capacity.LEASE_POOL + Capacity.READ_POOL;
    int all = pools + Capacity.WATCH;
    assertThat(Files.readString(PAGE)).contains("%d connections for each node".formatted(all));
    assertThat(Files.readString(PAGE.resolveSibling("install.md")))
        .contains(
            "| %d for each node: %d (`scheduler-last-resource`), %d (`lease-pool`), %d (`read-pool`) and %d ("
                .formatted(
                    all,
                    Capacity.SCHEDULER_POOL,
                    Capacity.LEASE_POOL,
                    Capacity.READ_POOL,
                    Capacity.WATCH));
  }

  @Test
  void a_code_is_given_once() {
    assertThat(FindingCode.values()).extracting(FindingCode::number).doesNotHaveDuplicates();
  }

  private static String table() {
    StringBuilder text =
        new StringBuilder(BEGIN).append("\n| code | severity | meaning |\n|---|---|---|\n");
    for (FindingCode code : FindingCode.values()) {
      text.append("| `%s` | %s | %s |\n".formatted(code.number(), code.severity(), code.meaning()));
    }
    return text.toString();
  }
}
