package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The units that docs/install.md copies; tools/release/follow-install-page runs what they start.
 */
class SystemdUnitsTest {
  private static final Path UNITS = Path.of("../..", "deploy", "systemd");
  private static final Path PAGE = Path.of("../..", "docs", "install.md");

  @ParameterizedTest
  @CsvSource({
    "good-timing-broker.service, User=(.+), useradd --system %s",
    "good-timing-broker.service, ExecStart=(.+)/bin/artemis run, artemis create %s --user",
    "good-timing-node@.service, User=(.+), useradd --system %s",
    "good-timing-node@.service, PIDFile=(.+)/goodtiming/pid, --base %s --node node-1",
    "good-timing-node@.service, ExecStart=(.+) --wait, %s --wait` as `wildfly`",
    "good-timing-payara-node@.service, User=(.+), useradd --system %s",
    "good-timing-payara-node@.service, ExecStop=(.+)/bin/asadmin .*, --payara %s --domain",
    "good-timing-payara-node@.service, PIDFile=(.+)/%i/config/pid, chown -R payara: %s/scheduler",
    "good-timing-payara-node@.service, ExecStart=(.+) --wait, %s --wait` as `payara`",
    "good-timing-liberty-node@.service, User=(.+), useradd --system %s",
    "good-timing-liberty-node@.service, PIDFile=(.+)/servers/goodtiming/pid, --base %s --node node-1",
    "good-timing-liberty-node@.service, ExecStart=(.+)/servers/goodtiming/start-node --wait, --base %s --node node-1",
  })
  void a_unit_has_users_and_paths_of_the_page(String unit, String line, String ofPage)
      throws IOException {
    String instance = unit.contains("payara") ? "scheduler" : "node-1";
    String value =
        Files.readAllLines(UNITS.resolve(unit)).stream()
            .filter(each -> each.matches(line))
            .map(each -> each.replaceFirst(line, "$1").replace("%i", instance))
            .findFirst()
            .orElseThrow();
    assertThat(Files.readString(PAGE)).contains(ofPage.formatted(value));
  }

  @Test
  void systemd_finds_nothing_wrong_but_servers_that_are_not_here() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "needs systemd-analyze");
    Process verify =
        new ProcessBuilder(
                "systemd-analyze",
                "verify",
                UNITS.resolve("good-timing-broker.service").toString(),
                UNITS.resolve("good-timing-liberty-node@.service").toString(),
                UNITS.resolve("good-timing-node@.service").toString(),
                UNITS.resolve("good-timing-payara-node@.service").toString())
            .redirectErrorStream(true)
            .start();
    List<String> faults =
        new String(verify.getInputStream().readAllBytes())
            .lines()
            .filter(line -> line.contains("good-timing"))
            .filter(line -> !line.endsWith("is not executable: No such file or directory"))
            .toList();
    assertThat(verify.waitFor()).isLessThan(2);
    assertThat(faults).isEmpty();
  }
}
