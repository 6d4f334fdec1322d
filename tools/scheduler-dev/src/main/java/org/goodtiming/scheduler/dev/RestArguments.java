package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The scheduler that a command uses: that of the running stack, or another one. */
public final class RestArguments {
  private static final String NODE = "node-1";

  @Mixin private StateArguments stack = new StateArguments();

  @Option(
      names = "--api",
      paramLabel = "URL",
      description = "REST API of another scheduler (that of the stack)")
  private @Nullable String api;

  @Option(names = "--api-user", paramLabel = "USER", description = "user of that API (admin)")
  private String user = "admin";

  @Option(
      names = "--api-password-file",
      paramLabel = "FILE",
      description = "file whose first line is the password of that user")
  private @Nullable Path passwordFile;

  /**
   * The API of {@code --api}, or that of the stack's first node.
   *
   * @throws DevStackException if the stack does not run, or the file cannot be read
   */
  public RestAccess access() {
    return api == null
        ? ofStack()
        : new RestAccess(api.replaceFirst("/+$", ""), user, firstLine(passwordFile));
  }

  private RestAccess ofStack() {
    var running = new RunningStack(stack.directory());
    return new RestAccess(
        "http://127.0.0.1:%d/scheduler/api/v1".formatted(running.port(NODE, PortName.http(NODE))),
        "admin",
        running.password("rest.admin"));
  }

  /**
   * A password from a file.
   *
   * @return the first line; empty if there is no file
   * @throws DevStackException if it cannot be read
   */
  public static String firstLine(@Nullable Path file) {
    try (var lines = file == null ? Stream.<String>empty() : Files.lines(file)) {
      return lines.findFirst().orElse("");
    } catch (IOException | UncheckedIOException e) {
      throw Problem.NO_STATE.because(e, file, e);
    }
  }
}
