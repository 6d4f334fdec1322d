package org.goodtiming.scheduler.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server of the tests' own, without a password; the end of the JVM stops it. It writes
 * without fsync: nothing here survives a crash of the machine, but everything one of the server.
 */
public final class PostgresServer {

  private static final Path DIRECTORY = Path.of("target", "postgres").toAbsolutePath();

  private final Path data;
  private EmbeddedPostgres running;

  PostgresServer() throws IOException {
    Files.createDirectories(DIRECTORY);
    data = Files.createTempDirectory(DIRECTORY, "data");
    running = settings().start();
  }

  /** A server of a single test, which kills it at the end. */
  public static PostgresServer another() throws IOException {
    return new PostgresServer();
  }

  /** Freezes the server: it keeps its connections, accepts others, and stays silent. */
  public void freeze() throws IOException, InterruptedException {
    signal("-STOP");
  }

  public void kill() throws IOException, InterruptedException {
    signal("-KILL");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    ProcessHandle postmaster = ProcessHandle.of(postmaster()).orElseThrow();
    List<String> command = new ArrayList<>(List.of("kill", signal, postmaster.pid() + ""));
    postmaster.descendants().forEach(process -> command.add(process.pid() + ""));
    new ProcessBuilder(command).start().waitFor();
  }

  /** Starts it again with the same data, on the same port. */
  public void start() throws IOException {
    int port = running.getPort();
    running.close();
    running = settings().setPort(port).start();
  }

  /** Stops it without a checkpoint, so that the next start must recover. */
  public void stopImmediately() throws IOException, InterruptedException {
    ProcessHandle postmaster = ProcessHandle.of(postmaster()).orElseThrow();
    new ProcessBuilder("kill", "-QUIT", Long.toString(postmaster.pid())).start().waitFor();
    postmaster.onExit().join();
  }

  public boolean running() throws IOException {
    return Files.exists(postmasterFile()) && ProcessHandle.of(postmaster()).isPresent();
  }

  public int port() {
    return running.getPort();
  }

  <T extends PGSimpleDataSource> T connect(T dataSource, String database, DatabaseRole role) {
    dataSource.setServerNames(new String[] {"127.0.0.1"});
    dataSource.setPortNumbers(new int[] {running.getPort()});
    dataSource.setDatabaseName(database);
    dataSource.setUser(role.login());
    return dataSource;
  }

  private EmbeddedPostgres.Builder settings() {
    ProcessBuilder.Redirect log =
        ProcessBuilder.Redirect.appendTo(DIRECTORY.resolve("log").toFile());
    return EmbeddedPostgres.builder()
        .setOutputRedirector(log)
        .setErrorRedirector(log)
        .setOverrideWorkingDirectory(DIRECTORY.toFile())
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setPGStartupWait(Duration.ofMinutes(1))
        .setServerConfig("listen_addresses", "127.0.0.1")
        // The library switches it off: a commit would then be lost when the server is killed
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("max_prepared_transactions", "20");
  }

  private long postmaster() throws IOException {
    return Long.parseLong(Files.readAllLines(postmasterFile()).get(0).trim());
  }

  private Path postmasterFile() {
    return data.resolve("postmaster.pid");
  }
}
