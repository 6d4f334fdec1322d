package org.goodtiming.scheduler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(description = "Browsers that are logged in.")
final class SessionCommand extends Noun {

  @Command(description = "Lists sessions, the latest request first.")
  void list(@Mixin Watch watch) {
    list(
        Address.of("sessions"),
        "sessions",
        "id",
        "user",
        "issuer",
        "createdAt",
        "lastSeenAt",
        "expiresAt",
        "address",
        "userAgent");
  }

  @Command(description = "Ends a session: the browser must log in again.")
  void end(@Parameters(paramLabel = "ID") long id) {
    delete(Address.of("sessions").name(String.valueOf(id)), "Session %d has ended".formatted(id));
  }
}
