package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "Where lifecycle events are posted.")
final class WebhookCommand extends Noun {

  @Command(description = "Lists webhooks.")
  void list() {
    list(
        Address.of("webhooks"),
        "webhooks",
        "name",
        "paused",
        "waiting",
        "failures",
        "givenUp",
        "lastSentAt",
        "lastError");
  }

  @Command(description = "Shows a webhook.")
  void show(@Parameters(paramLabel = "NAME") String name) {
    show(address(name));
  }

  @Command(
      description =
          "Creates or changes a webhook. The nodes' settings must allow its host and have the"
              + " secret that signs.")
  void set(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(
              paramLabel = "RECEIVER",
              arity = "0..1",
              description = "URL to post to, beginning with https://; unchanged if absent.")
          @Nullable String receiver,
      @Option(
              names = "--types",
              split = ",",
              paramLabel = "TYPE",
              description = "Only events of these types, such as job.failed,queue.paused.")
          @Nullable List<String> types,
      @Option(
              names = "--queues",
              split = ",",
              paramLabel = "QUEUE",
              completionCandidates = QueueNames.class,
              description = "Only events of these worker queues.")
          @Nullable List<String> queues,
      @Option(
              names = "--retry",
              paramLabel = "POLICY",
              converter = ShortDurations.class,
              description = "When an event is posted again that was not accepted: 10/1s*2..10m.")
          @Nullable String retry,
      @Option(
              names = "--paused",
              arity = "1",
              paramLabel = "true|false",
              description = "Whether nothing is posted.")
          @Nullable Boolean paused) {
    put(
        address(name),
        new Members()
            .with("url", receiver)
            .with("types", array(types))
            .with("queues", array(queues))
            .with("retry", retry)
            .with("paused", paused)
            .build(),
        "Webhook %s is set".formatted(name));
  }

  @Command(description = "Deletes a webhook, and the events that wait for it.")
  void delete(@Parameters(paramLabel = "NAME") String name) {
    delete(address(name), "Webhook %s is deleted".formatted(name));
  }

  private static @Nullable JsonValue array(@Nullable List<String> values) {
    return values == null ? null : Json.createArrayBuilder(values).build();
  }

  private static Address address(String name) {
    return Address.of("webhooks").name(name);
  }
}
