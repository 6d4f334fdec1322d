package org.goodtiming.scheduler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "What jobs have in common, under a name.")
final class DefinitionCommand extends Noun {

  @Command(description = "Lists definitions.")
  void list() {
    list(
        Address.of("definitions"),
        "definitions",
        "name",
        "queue",
        "priority",
        "group",
        "schedules");
  }

  @Command(description = "Shows a definition.")
  void show(@Parameters(paramLabel = "NAME") String name) {
    show(address(name));
  }

  @Command(description = "Creates or changes a definition.")
  void set(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--json",
              paramLabel = "JSON",
              required = true,
              description =
                  "Its members, such as '{\"queue\": \"order-check\", \"inputSchema\": {\"type\": \"integer\"}}'.")
          String json) {
    put(address(name), Members.parse(json), "Definition %s is set".formatted(name));
  }

  @Command(description = "Deletes a definition that no schedule uses.")
  void delete(@Parameters(paramLabel = "NAME") String name) {
    delete(address(name), "Definition %s is deleted".formatted(name));
  }

  private static Address address(String name) {
    return Address.of("definitions").name(name);
  }
}
