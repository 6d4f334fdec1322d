package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A component whose server is a shell script, in a real process. */
final class ShellServer extends Component {
  private final Path directory;
  private String statement = "";

  private ShellServer(String name, Path directory, ProcessRecords records) {
    super(name, records);
    this.directory = directory;
  }

  static ShellServer in(Path directory, String name) {
    return in(
        directory,
        name,
        new ProcessRecords(new PropertyFile(directory.resolve("processes.properties"))));
  }

  static ShellServer in(Path directory, String name, ProcessRecords records) {
    return new ShellServer(name, directory, records);
  }

  void run(String script) {
    server().start(new Launch(name(), List.of("sh", "-c", script), directory, log(), Map.of()));
  }

  void says(String text) {
    statement = text;
  }

  @Override
  String statement() {
    return statement;
  }

  @Override
  public Path log() {
    return directory.resolve(name() + ".log");
  }

  @Override
  public void start() {
    run("exec sleep 60");
  }

  @Override
  public void stop() {
    server().stop("TERM", Duration.ofSeconds(10));
  }
}
