package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import org.goodtiming.scheduler.cli.doctor.Commands;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "Worker queues.")
final class QueueCommand extends Noun {

  private static final String CAUSES = "causes";

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
  void show(
      @Parameters(paramLabel = "QUEUE", completionCandidates = QueueNames.class) String queue,
      @Mixin Watch watch) {
    JsonObject answer = api().get(address(queue));
    if (!output().isText() || !answer.containsKey(CAUSES)) {
      output().record(answer);
      return;
    }
    output().record(Json.createObjectBuilder(answer).remove("problem").remove(CAUSES).build());
    output().text("its jobs are not dispatched:");
    causes(answer.getJsonArray(CAUSES));
  }

  @Command(
      description = "Allows a worker queue, and prints the command that creates it at the broker.")
  void create(
      @Parameters(paramLabel = "QUEUE", completionCandidates = QueueNames.class) String queue,
      @Mixin QueueSettings settings) {
    put(
        address(queue),
        settings.json(),
        Precondition.ABSENT,
        "Worker queue %s exists: queue settings changes it".formatted(Output.plain(queue)),
        "Worker queue %s is created".formatted(queue));
    output()
        .note(
            "The broker needs it too: "
                + Output.plain(Commands.ANY_BROKER.createQueue(queue).line()));
  }

  @Command(description = "Changes the settings of a worker queue.")
  void settings(
      @Parameters(paramLabel = "QUEUE", completionCandidates = QueueNames.class) String queue,
      @Mixin QueueSettings settings) {
    put(
        address(queue),
        settings.json(),
        Precondition.EXISTS,
        "There is no worker queue %s: queue create adds it".formatted(Output.plain(queue)),
        "Worker queue %s is set".formatted(queue));
  }

  @Command(
      description =
          "Takes a worker queue off the allow-list, if nothing needs it. The broker keeps its"
              + " queue.")
  void delete(
      @Parameters(paramLabel = "QUEUE", completionCandidates = QueueNames.class) String queue) {
    delete(address(queue), "Worker queue %s is deleted".formatted(queue));
  }

  @Command(description = "Stops the dispatch to a worker queue.")
  void pause(
      @Parameters(paramLabel = "QUEUE", completionCandidates = QueueNames.class) String queue,
      @Option(
              names = "--until",
              paramLabel = "TIME",
              description = "Dispatch resumes automatically at this time.")
          @Nullable String until) {
    post(
        address(queue).verb("pause"),
        new Members().with("until", until).build(),
        "Worker queue %s is paused".formatted(queue));
  }

  @Command(description = "Dispatches to a paused worker queue again.")
  void resume(
      @Parameters(paramLabel = "QUEUE", completionCandidates = QueueNames.class) String queue) {
    post(address(queue).verb("resume"), null, "Worker queue %s is resumed".formatted(queue));
  }

  @Command(
      description = "Resubmits what is quarantined of a worker queue, its dead letters among it.")
  void redrive(
      @Parameters(paramLabel = "QUEUE", completionCandidates = QueueNames.class) String queue,
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
