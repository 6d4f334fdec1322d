package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.install.IoFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "Runs of tracked jobs.")
final class RunCommand extends Noun {

  private static final Map<String, List<String>> FAILURES =
      Map.of(
          "paused", List.of("queue", "jobId", "since", "reason"),
          "held", List.of("queue", "jobs", "since", "jobId", "reason"),
          "schedules", List.of("queue", "jobId", "runs", "since", "latestFireId", "latestMessage"),
          "errors", List.of("queue", "error", "runs", "since", "latestFireId"));

  @Command(description = "Lists runs, the latest first.")
  void list(
      @Mixin QueueFilter filter,
      @Option(
              names = "--state",
              paramLabel = "STATE",
              description = "Such as RUNNING, FINISHED, ERROR; several are separated by commas.")
          @Nullable String state,
      @Option(names = "--job", paramLabel = "JOB", description = "Of this job.")
          @Nullable String job,
      @Option(
              names = "--prefix",
              paramLabel = "TEXT",
              description = "Of jobs whose id begins with it.")
          @Nullable String prefix,
      @Option(
              names = "--ended-from",
              paramLabel = "TIME",
              description = "Ended at this time or later.")
          @Nullable String endedFrom,
      @Option(
              names = "--min-duration",
              paramLabel = "DURATION",
              converter = ShortDurations.class,
              description = "Runs that took at least this time, such as 5m.")
          @Nullable String minDuration,
      @Option(
              names = "--job-batch",
              paramLabel = "BATCH",
              description = "Members of this job batch.")
          @Nullable String batch,
      @Option(names = "--unhandled", description = "Runs that nobody has run again.")
          boolean unhandled,
      @Mixin PageOptions page,
      @Mixin Watch watch) {
    Address runs =
        Address.of("executions")
            .with("queue", filter.queue())
            .with("state", state)
            .with("jobId", job)
            .with("prefix", prefix)
            .with("endedFrom", endedFrom)
            .with("minDuration", minDuration)
            .with("batch", batch)
            .with("unhandled", unhandled ? "true" : null);
    list(
        runs,
        "executions",
        page,
        "fireId",
        "queue",
        "jobId",
        "state",
        "attempt",
        "startedAt",
        "endedAt",
        "message");
  }

  @Command(description = "Groups the failures that nobody has dealt with.")
  void failures() {
    output().record(api().get(Address.of("failures")), FAILURES);
  }

  @Command(description = "Shows a run.")
  void show(@Parameters(paramLabel = "FIRE-ID") String fireId, @Mixin Watch watch) {
    show(address(fireId).with("follow", false));
  }

  @Command(description = "Shows the states that a run has had.")
  void history(@Parameters(paramLabel = "FIRE-ID") String fireId) {
    list(
        address(fireId).verb("transitions"),
        "transitions",
        "at",
        "from",
        "to",
        "attempt",
        "node",
        "message");
  }

  @Command(description = "Tells why a run has not begun, or why it was late.")
  void explain(@Parameters(paramLabel = "FIRE-ID") String fireId) {
    explain(address(fireId));
  }

  @Command(description = "Prints the result of a finished run as it is.")
  void result(
      @Parameters(paramLabel = "FIRE-ID") String fireId,
      @Option(
              names = "--file",
              paramLabel = "FILE",
              description = "Writes the bytes of the result to a new file.")
          @Nullable Path file) {
    byte[] result = api().bytes(address(fireId).verb("result"));
    if (file == null) {
      output().text(text(result));
      return;
    }
    try {
      Files.write(file, result, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw new Failure(
          ExitStatus.FAILED, "%s cannot be written: %s".formatted(file, IoFailure.reason(e)));
    }
  }

  private static String text(byte[] result) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(result)).toString();
    } catch (CharacterCodingException e) {
      throw new Failure(
          ExitStatus.USAGE,
          "The result is no text in UTF-8, but %d other bytes: --file writes them to a file"
              .formatted(result.length));
    }
  }

  @Command(description = "Asks a run to stop.")
  void cancel(@Parameters(paramLabel = "FIRE-ID") String fireId) {
    delete(address(fireId), "Run %s is asked to stop".formatted(fireId));
  }

  @Command(description = "Starts an ended run again, as a new run with the same input.")
  void again(@Parameters(paramLabel = "FIRE-ID") String fireId) {
    var answer = api().postOnce(address(fireId).verb("run-again"), null);
    output().done(answer, "Run %s is registered".formatted(answer.getString("fireId", "")));
  }

  private static Address address(String fireId) {
    return Address.of("executions").name(fireId);
  }
}
