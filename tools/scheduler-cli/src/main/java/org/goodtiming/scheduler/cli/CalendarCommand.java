package org.goodtiming.scheduler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "Days that schedules leave out.")
final class CalendarCommand extends Noun {

  @Command(description = "Lists calendars.")
  void list() {
    list(Address.of("calendars"), "calendars", "name", "excludes", "schedules", "registeredBy");
  }

  @Command(description = "Shows a calendar.")
  void show(@Parameters(paramLabel = "NAME") String name) {
    show(address(name));
  }

  @Command(description = "Creates or changes a calendar.")
  void set(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--excludes",
              paramLabel = "DAYS",
              required = true,
              description = "Such as 'weekly:SAT,SUN'.")
          String excludes) {
    put(
        address(name),
        new Members().with("excludes", excludes).build(),
        "Calendar %s is set".formatted(name));
  }

  @Command(description = "Deletes a calendar that no schedule uses.")
  void delete(@Parameters(paramLabel = "NAME") String name) {
    delete(address(name), "Calendar %s is deleted".formatted(name));
  }

  private static Address address(String name) {
    return Address.of("calendars").name(name);
  }
}
