package org.goodtiming.scheduler.gettingstarted;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The steps of a user who has the archive of a release and no clone. */
@Nightly
class ReleaseIT {
  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));

  @TempDir private static Path directory;

  private static Path clone;
  private static Home home;

  @BeforeAll
  static void build_the_archive() throws IOException {
    clone = Files.createDirectory(directory.resolve("good-timing"));
    Checkout.copySources(ROOT, clone);
    home = Home.in(Files.createDirectory(directory.resolve("home")));
    run(
        "mvn -B -ntp -Prelease package -DskipTests -DskipITs -Dmaven.repo.local="
            + System.getProperty("maven.repository"));
  }

  /** With WildFly and Payara, word by word. Needs root, for a network of its own. */
  @Test
  void page_leads_from_the_archive_to_a_node_that_works() throws Exception {
    assumeTrue(hasOwnNetwork(), "needs root: run the build as root");
    run(
        """
        stack=%s/tools/scheduler-dev/target/stack
        # PostgreSQL runs as nobody, who may not read the directories of the build
        postgresql=$(mktemp -d)
        trap 'rm -rf "$postgresql"' EXIT
        chmod 755 "$postgresql"
        cp -r "$stack"/postgres/PG-*/. "$postgresql"
        tools/release/follow-install-page tools/release/target/good-timing-*.tar.gz "$stack"/wildfly-* "$stack/payara6" "$stack"/apache-artemis-* "$postgresql"
        """
            .formatted(ROOT));
  }

  @Test
  void an_application_is_built_and_tested_with_its_maven_repository() throws Exception {
    run(
        """
        tar xzf tools/release/target/good-timing-*.tar.gz -C ..
        cp -r tests/system-tests/src/test/projects/order-check ..
        cd ../order-check
        mvn -B -ntp test -Drelease.repository="file://$(realpath ../good-timing-*/maven)"
        """);
  }

  private static void run(String commands) throws IOException {
    try (var shell = new Shell(clone, home.directory(), home.environment())) {
      shell.run(commands);
    }
  }

  private static boolean hasOwnNetwork() throws IOException, InterruptedException {
    return new ProcessBuilder("unshare", "--net", "--mount", "--pid", "--fork", "true")
            .start()
            .waitFor()
        == 0;
  }
}
