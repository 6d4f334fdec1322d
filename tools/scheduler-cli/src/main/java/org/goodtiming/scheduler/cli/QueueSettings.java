package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Those settings of a worker queue that the user gives. */
final class QueueSettings {
  @Option(
      names = "--tracked",
      arity = "1",
      paramLabel = "true|false",
      description = "Whether all its jobs are tracked.")
  private @Nullable Boolean tracked;

  @Option(
      names = "--partition",
      paramLabel = "NAME",
      description = "The partition that dispatches to it.")
  private @Nullable String partition;

  @Option(
      names = "--retry",
      paramLabel = "POLICY",
      converter = ShortDurations.class,
      description = "When its failed jobs are tried again: none, 1m,10m,1h or 5/1m*2..6h~20%%.")
  private @Nullable String retry;

  @Option(
      names = "--run-timeout",
      paramLabel = "DURATION",
      converter = ShortDurations.class,
      description = "How long a tracked run may take from its dispatch, such as 2h.")
  private @Nullable String runTimeout;

  @Option(
      names = "--finished-when-acknowledged",
      arity = "1",
      paramLabel = "true|false",
      description =
          "Whether a tracked run is finished when the broker has acknowledged its message, if its worker sends no reports.")
  private @Nullable Boolean finishedWhenAcknowledged;

  @Option(
      names = "--events",
      arity = "1",
      paramLabel = "true|false",
      description = "Whether what happens to its jobs is published on scheduler.events.")
  private @Nullable Boolean events;

  @Option(
      names = "--encrypted",
      arity = "1",
      paramLabel = "true|false",
      description = "Whether the database keeps payloads and properties of its jobs encrypted.")
  private @Nullable Boolean encrypted;

  @Option(
      names = "--rate-limit",
      paramLabel = "N",
      description =
          "How many of its jobs are dispatched per minute at most, up to 1000000; 0: no limit.")
  private @Nullable Integer rateLimit;

  @Option(
      names = "--input-schema",
      paramLabel = "JSON",
      description =
          "A JSON Schema that payloads of its jobs must match, such as '{\"type\": \"integer\"}'; null removes it.")
  private @Nullable String inputSchema;

  JsonObject json() {
    return new Members()
        .with("tracked", tracked)
        .with("partition", partition)
        .with("retry", retry)
        .with("runTimeout", runTimeout)
        .with("finishedWhenAcknowledged", finishedWhenAcknowledged)
        .with("events", events)
        .with("encrypted", encrypted)
        .with("rateLimit", rateLimit)
        .with("inputSchema", inputSchema == null ? null : Members.parse(inputSchema))
        .build();
  }
}
