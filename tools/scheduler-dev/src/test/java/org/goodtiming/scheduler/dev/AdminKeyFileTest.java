package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminKeyFileTest {
  /** The file of the domain that Payara ships; its password is empty. */
  private static final String SHIPPED =
      "admin;{SSHA256}KmDHfsWXWeoRBbY3XMIaW7x95ljvpJlqx/aIeDZakL22/1BrYLp7Ig==;asadmin\n";

  @TempDir private Path directory;

  @Test
  void hash_is_the_one_that_payara_computes() {
    var decoded = Base64.getDecoder().decode(SHIPPED.split("[};]")[2]);
    var salt = Arrays.copyOfRange(decoded, 32, decoded.length);
    assertThat(AdminKeyFile.line("admin", "", salt)).isEqualTo(SHIPPED);
  }

  @Test
  void file_holds_no_password_and_is_readable_by_its_owner_only() throws IOException {
    var file = directory.resolve("admin-keyfile");
    new AdminKeyFile(file).write("admin", "open sesame");
    assertThat(Files.readString(file)).startsWith("admin;{SSHA256}").doesNotContain("sesame");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }
}
