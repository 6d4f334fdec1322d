package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "queue", description = "Worker queues.")
final class QueueCommand extends Noun {

  @Command(description = "Lists worker queues with what waits for them.")
  void list(@Mixin Watch watch) {
    list(
        Address.of("worker-queues"),
        "workerQueues",
        "name",
        "state",
        "waiting",
        "due",
        "overdue",
        "retrying",
        "held",
        "oldestDueAt",
        "problem");
  }

  @Command(description = "Shows a worker queue.")
  void show(@Parameters(paramLabel = "QUEUE") String queue, @Mixin Watch watch) {
    show(address(queue));
  }

  @Command(
      description =
          "Adds a worker queue to the allow-list, or changes its settings. The broker's queue is not created.")
  void settings(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Option(
              names = "--tracked",
              arity = "1",
              paramLabel = "true|false",
              description = "Whether all its jobs are tracked.")
          @Nullable Boolean tracked,
      @Option(
              names = "--partition",
              paramLabel = "NAME",
              description = "The partition that dispatches to it.")
          @Nullable String partition,
      @Option(
              names = "--retry",
              paramLabel = "POLICY",
              description =
                  "When its failed jobs are tried again: none, PT1M,PT10M,PT1H or 5/PT1M*2..PT6H~20%%.")
          @Nullable String retry,
      @Option(
              names = "--run-timeout",
              paramLabel = "DURATION",
              description = "How long a tracked run may take from its dispatch, like PT2H.")
          @Nullable String runTimeout,
      @Option(
              names = "--events",
              arity = "1",
              paramLabel = "true|false",
              description = "Whether what happens to its jobs is published on scheduler.events.")
          @Nullable Boolean events,
      @Option(
              names = "--encrypted",
              arity = "1",
              paramLabel = "true|false",
              description =
                  "Whether the database keeps payloads and properties of its jobs encrypted.")
          @Nullable Boolean encrypted,
      @Option(
              names = "--input-schema",
              paramLabel = "JSON",
              description =
                  "A JSON Schema that payloads of its jobs must match, such as '{\"type\": \"integer\"}'; null removes it.")
          @Nullable String inputSchema) {
    put(
        address(queue),
        new Members()
            .with("tracked", tracked)
            .with("partition", partition)
            .with("retry", retry)
            .with("runTimeout", runTimeout)
            .with("events", events)
            .with("encrypted", encrypted)
            .with("inputSchema", inputSchema == null ? null : Members.parse(inputSchema))
            .build(),
        "Worker queue %s is set".formatted(queue));
  }

  @Command(description = "Stops the dispatch to a worker queue.")
  void pause(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Option(
              names = "--until",
              paramLabel = "TIME",
              description = "Dispatch goes on by itself at this time.")
          @Nullable String until) {
    post(
        address(queue).verb("pause"),
        new Members().with("until", until).build(),
        "Worker queue %s is paused".formatted(queue));
  }

  @Command(description = "Dispatches to a paused worker queue again.")
  void resume(@Parameters(paramLabel = "QUEUE") String queue) {
    post(address(queue).verb("resume"), null, "Worker queue %s is resumed".formatted(queue));
  }

  @Command(
      description = "Resubmits what is quarantined of a worker queue, its dead letters among it.")
  void redrive(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Option(
              names = "--stage",
              paramLabel = "STAGE",
              description = "Only of this stage: registration, dispatch, or execution.")
          @Nullable String stage,
      @Option(names = "--code", paramLabel = "CODE", description = "Only with this code.")
          @Nullable String code,
      @Mixin BatchStart start) {
    BatchFilters filters = new BatchFilters();
    filters.queue = queue;
    filters.stage = stage;
    filters.code = code;
    start.start("resubmit", filters, api(), output());
  }

  private static Address address(String queue) {
    return Address.of("worker-queues").name(queue);
  }
}
