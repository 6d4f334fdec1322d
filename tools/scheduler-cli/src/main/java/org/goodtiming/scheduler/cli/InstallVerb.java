package org.goodtiming.scheduler.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.goodtiming.scheduler.install.IoFailure;
import org.goodtiming.scheduler.install.PasswordFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The common part of the commands that set up a server. */
abstract class InstallVerb implements Runnable {

  @Option(
      names = "--passwords",
      paramLabel = "FILE",
      description =
          "Lines such as SCHEDULER_XA_PASSWORD=... Passwords that are neither there nor in the environment are made, and added to it.")
  private @Nullable Path passwords;

  @Mixin private StepOptions steps = new StepOptions();

  @ParentCommand private InstallCommand install;

  final Surroundings around() {
    return install.around();
  }

  final Output output() {
    return install.output();
  }

  final String databaseUrl() {
    return install.databaseUrl();
  }

  final @Nullable Path passwords() {
    return passwords;
  }

  /** Each line that changes is shown. */
  final void executeAndShow(StepOptions.Source source) {
    steps.showing();
    execute(source);
  }

  final void execute(StepOptions.Source source) {
    steps.execute(source, output(), "Nothing is to be done");
  }

  /**
   * A password from the environment, the file, or a prompt. In a dry run nobody is asked, and no
   * file is written.
   */
  final String password(String owner, String variable) {
    if (steps.isDryRun()) {
      return "";
    }
    String known = Secret.ofEnvironment(around(), variable);
    if (known != null) {
      return known;
    }
    Path file = passwords;
    return file == null
        ? Secret.required(around(), owner, variable)
        : read(file, () -> new PasswordFile(file).getOrCreate(variable));
  }

  /** A password from the environment or the file; empty if neither has it. */
  final Optional<String> givenPassword(String variable) {
    String known = Secret.ofEnvironment(around(), variable);
    Path file = passwords;
    return known != null || file == null
        ? Optional.ofNullable(known)
        : read(file, () -> new PasswordFile(file).forShell(variable));
  }

  @FunctionalInterface
  private interface Reading<T> {
    T read() throws IOException;
  }

  private static <T> T read(Path file, Reading<T> reading) {
    try {
      return reading.read();
    } catch (IOException e) {
      throw new Failure(
          ExitStatus.USAGE, "%s cannot be used: %s".formatted(file, IoFailure.reason(e)));
    }
  }
}
