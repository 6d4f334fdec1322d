package org.goodtiming.scheduler.benchmarks.peers;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.benchmarks.Table;
import org.goodtiming.scheduler.benchmarks.peers.ContenderList.Server;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;

/** A contender's resources on the stack: a log and, except for ours, a separate database. */
record ContenderHome(DevStack stack, ContenderList contender) {
  // What a Payara Server without its module system is made of
  private static final String PAYARA = "glassfish/lib/embedded/glassfish-embedded-static-shell.jar";
  private static final List<String> OPENED_FOR_PAYARA =
      List.of(
          "java.base/java.lang",
          "java.base/java.io",
          "java.base/sun.net.www.protocol.jar",
          "java.naming/javax.naming.spi");

  /** Makes it anew. */
  void make() throws SQLException {
    remove();
    if (ownsDatabase()) {
      administer("CREATE DATABASE " + database());
    }
  }

  void remove() throws SQLException {
    if (ownsDatabase()) {
      administer("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(database()));
    }
  }

  Access access() {
    var url = stack.database().url();
    var broker = stack.broker();
    var user = DatabaseUser.SUPERUSER;
    return new Access(
        ownsDatabase() ? url.replaceFirst("[^/]+$", database()) : url,
        user.role(),
        stack.database().password(user),
        broker.url(),
        broker.user(),
        broker.password());
  }

  /** Of its JVM: where the classes are, and what they may reach into. */
  List<String> jvmOptions() {
    var classPath = System.getProperty("java.class.path");
    if (contender != ContenderList.EJB_TIMERS) {
      return List.of("-cp", classPath);
    }
    // The server's libraries before others of their kind
    var options = new ArrayList<>(List.of("-cp", stack.payara().resolve(PAYARA) + ":" + classPath));
    options.add("-Dglassfish.embedded.tmpdir=" + stack.state().resolve("bench-" + contender.id()));
    OPENED_FOR_PAYARA.forEach(opened -> options.add("--add-opens=" + opened + "=ALL-UNNAMED"));
    return options;
  }

  Path log() {
    return stack.logs().resolve("bench-" + contender.id() + ".log");
  }

  /** The log of one of several JVMs. */
  Path log(int number) {
    return stack.logs().resolve("bench-%s-%d.log".formatted(contender.id(), number));
  }

  private boolean ownsDatabase() {
    return !contender.uses(Server.NODE);
  }

  private String database() {
    return "bench_" + contender.id().replace('-', '_');
  }

  private void administer(String sql) throws SQLException {
    Table.run(stack.database().dataSource(DatabaseUser.SUPERUSER), sql);
  }
}
