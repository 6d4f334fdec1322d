package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "What was refused, or could not be delivered.")
final class QuarantineCommand extends Noun {

  @Command(description = "Lists quarantined rows.")
  void list(
      @Mixin QueueFilter filter,
      @Option(
              names = "--stage",
              paramLabel = "STAGE",
              description = "registration, dispatch, or execution.")
          @Nullable String stage,
      @Option(
              names = "--code",
              paramLabel = "CODE",
              description = "With this code, such as SCHED-0101.")
          @Nullable String code,
      @Mixin PageOptions page,
      @Mixin Watch watch) {
    list(
        Address.of("quarantine")
            .with("queue", filter.queue())
            .with("stage", stage)
            .with("code", code),
        "rows",
        page,
        "id",
        "quarantinedAt",
        "stage",
        "code",
        "queue",
        "jobId",
        "reason");
  }

  @Command(description = "Groups the latest rows by code and queue.")
  void groups(@Mixin Watch watch) {
    list(
        Address.of("quarantine").verb("groups"),
        "groups",
        "code",
        "queue",
        "rows",
        "since",
        "latestReason");
  }

  @Command(description = "Tells whether a row would be registered, and registers nothing.")
  void check(@Parameters(paramLabel = "ID") long id) {
    post(
        address(id).verb("check"),
        Json.createObjectBuilder().build(),
        "Row %d would be registered".formatted(id));
  }

  @Command(description = "Shows a quarantined row.")
  void show(@Parameters(paramLabel = "ID") long id) {
    show(address(id));
  }

  @Command(description = "Changes a row; it is registered only when it is resubmitted.")
  void mend(
      @Parameters(paramLabel = "ID") long id,
      @Option(
              names = "--queue",
              paramLabel = "QUEUE",
              completionCandidates = QueueNames.class,
              description = "Another worker queue.")
          @Nullable String queue,
      @Option(
              names = "--property",
              paramLabel = "NAME=VALUE",
              description = "Sets a property, such as scheduler_delay=PT1H.")
          @Nullable Map<String, String> properties,
      @Option(names = "--remove-property", paramLabel = "NAME", description = "Removes a property.")
          @Nullable List<String> removed,
      @ArgGroup @Nullable Payload payload) {
    Members mend =
        new Members().with("queue", queue).with("properties", changes(properties, removed));
    if (payload != null) {
      payload.addTo(mend);
    }
    output().done(api().patch(address(id), mend.build()), "Row %d is changed".formatted(id));
  }

  private static @Nullable JsonObject changes(
      @Nullable Map<String, String> set, @Nullable List<String> removed) {
    if (set == null && removed == null) {
      return null;
    }
    JsonObjectBuilder changes = Json.createObjectBuilder();
    if (set != null) {
      set.forEach(changes::add);
    }
    if (removed != null) {
      removed.forEach(changes::addNull);
    }
    return changes.build();
  }

  @Command(description = "Sends a row through registration or dispatch again.")
  void resubmit(@Parameters(paramLabel = "ID") long id) {
    post(address(id).verb("resubmit"), null, "Row %d is resubmitted".formatted(id));
  }

  @Command(description = "Deletes a row.")
  void delete(@Parameters(paramLabel = "ID") long id) {
    delete(address(id), "Row %d is deleted".formatted(id));
  }

  private static Address address(long id) {
    return Address.of("quarantine").name(String.valueOf(id));
  }
}
