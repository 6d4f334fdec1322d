package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void an_error_has_exit_status_7_and_a_cure() throws IOException {
    int unused = unusedPort();
    assertThat(
            execute(
                Map.of("GOODTIMING_DATABASE_PASSWORD", "secret"),
                "--database-only",
                "--database",
                "jdbc:postgresql://127.0.0.1:%d/scheduler".formatted(unused)))
        .isEqualTo(7);
    assertThat(out.toString().lines())
        .satisfiesExactly(
            seen -> assertThat(seen).startsWith("GTD-101 error: jdbc:postgresql://127.0.0.1:"),
            cure -> assertThat(cure).startsWith("    start the database, or correct"));
    assertThat(out.toString()).doesNotContain("secret");
  }

  @Test
  void a_note_alone_is_no_error() {
    assertThat(execute(Map.of(), "--database-only")).isZero();
    assertThat(out.toString()).startsWith("GTD-197 note: neither --database nor");
  }

  @Test
  void a_node_that_is_away_is_a_finding_after_those_of_the_database() throws IOException {
    int unused = unusedPort();
    assertThat(
            execute(
                Map.of("GOODTIMING_URL", "http://127.0.0.1:%d/".formatted(unused)), "-o", "jsonl"))
        .isEqualTo(7);
    assertThat(out.toString().lines())
        .satisfiesExactly(
            away ->
                assertThat(away)
                    .startsWith(
                        "{\"code\":\"GTD-301\",\"severity\":\"error\",\"seen\":\"http://127.0.0.1:%d/scheduler/ready does not answer"
                            .formatted(unused)),
            unknown -> assertThat(unknown).contains("GTD-197"));
  }

  @Test
  void a_wrong_address_and_a_missing_password_are_named() {
    assertThat(execute(Map.of(), "--database", "localhost/scheduler")).isEqualTo(2);
    assertThat(execute(Map.of(), "--database", "jdbc:postgresql://localhost/scheduler"))
        .isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "'localhost/scheduler' is not an address such as jdbc:postgresql://localhost:5432/scheduler",
            "No password for scheduler_read: set GOODTIMING_DATABASE_PASSWORD or GOODTIMING_DATABASE_PASSWORD_FILE");
  }

  @Test
  void more_brokers_than_a_pair_has_are_refused() {
    assertThat(execute(Map.of(), "--broker-home=a", "--broker-home=b", "--broker-home=c"))
        .isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .isEqualTo("--broker-home is given 3 times, and a pair has two brokers\n");
  }

  private int execute(Map<String, String> variables, String... options) {
    String[] all = new String[options.length + 1];
    all[0] = "doctor";
    System.arraycopy(options, 0, all, 1, options.length);
    return Goodtiming.commandLine(new Surroundings(variables), List.of(all))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
