package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordFileTest {

  @TempDir private Path directory;

  @Test
  void a_password_is_made_once_and_kept_for_the_owner_alone() throws IOException {
    Path path = directory.resolve("passwords.env");
    String first = new PasswordFile(path).getOrCreate("SCHEDULER_XA_PASSWORD");
    assertThat(first).matches("[A-Za-z0-9]{24}");
    assertThat(new PasswordFile(path).getOrCreate("SCHEDULER_XA_PASSWORD")).isEqualTo(first);
    assertThat(new PasswordFile(path).getOrCreate("SCHEDULER_READ_PASSWORD")).isNotEqualTo(first);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @Test
  void existing_lines_of_the_file_stay() throws IOException {
    Path path = directory.resolve("node.env");
    Files.writeString(path, "# of node-1\nSCHEDULER_XA_PASSWORD=a=b\nSCHEDULER_NODE_NAME=node-1");
    PasswordFile file = new PasswordFile(path);
    assertThat(file.getOrCreate("SCHEDULER_XA_PASSWORD")).isEqualTo("a=b");
    String made = file.getOrCreate("SCHEDULER_LEASE_PASSWORD");
    assertThat(path)
        .hasContent(
            "# of node-1\nSCHEDULER_XA_PASSWORD=a=b\nSCHEDULER_NODE_NAME=node-1\nSCHEDULER_LEASE_PASSWORD="
                + made);
    assertThat(file.get("absent")).isEmpty();
  }

  @Test
  void a_shell_reads_each_value_as_it_is() throws Exception {
    Path path = directory.resolve("node.env");
    String value = "sslEnabled=true;trustStorePath=/a b/it's";
    new PasswordFile(path).add(Map.of("SCHEDULER_BROKER_TLS", value));
    assertThat(new PasswordFile(path).get("SCHEDULER_BROKER_TLS")).contains(value);
    Process shell =
        new ProcessBuilder(
                "/bin/sh", "-c", ". \"$0\"; printf %s \"$SCHEDULER_BROKER_TLS\"", path.toString())
            .start();
    assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8)).isEqualTo(value);
  }

  @Test
  void an_administrator_may_quote_in_another_way() throws IOException {
    Path path = directory.resolve("node.env");
    Files.writeString(path, "PLAIN=\"node 1\"\nVARIABLE=\"$HOME\"\nONE=\"\n");
    assertThat(new PasswordFile(path).all())
        .containsExactly(
            entry("PLAIN", "node 1"), entry("VARIABLE", "\"$HOME\""), entry("ONE", "\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b", "a$b", "\"a$b\"", "a'b", "'a", "a#b c", "a\\b", "'a' 'b'", "", "''", "a;b", "`a`"
      })
  void a_password_that_a_shell_would_change_is_refused(String value) throws IOException {
    Path path = Files.writeString(directory.resolve("passwords.env"), "SECRET=" + value + "\n");
    assertThatThrownBy(() -> new PasswordFile(path).getOrCreate("SECRET"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("SECRET");
    assertThat(path).hasContent("SECRET=" + value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=b", "'a b$'", "\"a b\"", "'it'\\''s'"})
  void a_password_that_a_shell_reads_alike_is_taken(String value) throws Exception {
    Path path = Files.writeString(directory.resolve("passwords.env"), "SECRET=" + value + "\n");
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", ". \"$0\"; printf %s \"$SECRET\"", path.toString())
            .start();
    assertThat(new PasswordFile(path).getOrCreate("SECRET"))
        .isEqualTo(new String(shell.getInputStream().readAllBytes(), UTF_8));
  }
}
