package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a container does before its server starts: {@code init_0_admin.sh} on the real distribution,
 * laid out as in Payara's image.
 */
@Nightly
class ContainerAdministratorIT {

  private static final Path PROJECT = Path.of(System.getProperty("scheduler.root"));

  @TempDir private Path home;
  private Path passwordFile;

  @BeforeEach
  void lay_out_the_image() throws IOException {
    Path payara = new Distribution(PROJECT).payara();
    FileTree.copy(payara, home.resolve("appserver"));
    passwordFile = Files.writeString(home.resolve("passwordFile"), "AS_ADMIN_PASSWORD=admin\n");
    new AdminKeyFile(keyFile()).write("admin", "admin");
  }

  @Test
  void the_password_of_the_image_is_replaced() throws Exception {
    start("Sesame1");
    assertThat(isPassword("Sesame1")).isTrue();
    assertThat(isPassword("admin")).isFalse();
    assertThat(passwordFile).hasContent("AS_ADMIN_PASSWORD=Sesame1");
  }

  @Test
  void the_password_can_change_with_each_start_of_the_container() throws Exception {
    start("Sesame1");
    start("Sesame1");
    start("Sesame2");
    assertThat(isPassword("Sesame2")).isTrue();
  }

  private void start(String password) throws Exception {
    Path script = PROJECT.resolve("scheduler-dev/payara/init_0_admin.sh");
    ProcessBuilder container =
        new ProcessBuilder("bash", "-c", ". \"$0\"", script.toString()).redirectErrorStream(true);
    container
        .environment()
        .putAll(
            Map.of(
                "PAYARA_DIR",
                home.resolve("appserver").toString(),
                "PASSWORD_FILE",
                passwordFile.toString(),
                "DOMAIN_NAME",
                "domain1",
                "ADMIN_USER",
                "admin",
                "SCHEDULER_ADMIN_PASSWORD",
                password));
    Process process = container.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).doesNotContain(password);
  }

  private boolean isPassword(String password) throws IOException {
    String line = Files.readString(keyFile());
    byte[] hash = Base64.getDecoder().decode(line.strip().split("[};]")[2]);
    byte[] salt = Arrays.copyOfRange(hash, 32, hash.length);
    return AdminKeyFile.line("admin", password, salt).equals(line);
  }

  private Path keyFile() {
    return home.resolve("appserver/glassfish/domains/domain1/config/admin-keyfile");
  }
}
