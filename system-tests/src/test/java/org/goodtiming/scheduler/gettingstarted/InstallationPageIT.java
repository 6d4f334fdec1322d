package org.goodtiming.scheduler.gettingstarted;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody with the archive of a release, PostgreSQL, Artemis and Payara follows docs/install.md,
 * word by word. Needs root, for a network of its own.
 */
@Nightly
class InstallationPageIT {
  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));

  @TempDir private Path directory;

  @Test
  void page_leads_from_the_archive_to_a_node_that_works() throws Exception {
    assumeTrue(hasOwnNetwork(), "needs root: run the build as root");
    var clone = Files.createDirectory(directory.resolve("good-timing"));
    Checkout.copySources(ROOT, clone);
    var home = Home.in(Files.createDirectory(directory.resolve("home")));
    try (var shell = new Shell(clone, home.directory(), home.environment())) {
      shell.run(
          "mvn -B -ntp -Prelease package -DskipTests -DskipITs -Dmaven.repo.local="
              + System.getProperty("maven.repository"));
      shell.run(
          """
          stack=%s/scheduler-dev/target/stack
          # PostgreSQL runs as nobody, who may not read the directories of the build
          postgresql=$(mktemp -d)
          trap 'rm -rf "$postgresql"' EXIT
          chmod 755 "$postgresql"
          cp -r "$stack"/postgres/PG-*/. "$postgresql"
          release/follow-install-page release/target/good-timing-*.tar.gz "$stack/payara6" "$stack"/apache-artemis-* "$postgresql"
          """
              .formatted(ROOT));
    }
  }

  private static boolean hasOwnNetwork() throws IOException, InterruptedException {
    return new ProcessBuilder("unshare", "--net", "--mount", "--pid", "--fork", "true")
            .start()
            .waitFor()
        == 0;
  }
}
