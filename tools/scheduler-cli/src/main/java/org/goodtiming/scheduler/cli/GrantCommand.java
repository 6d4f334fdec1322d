package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(description = "Who may register jobs for which queue.")
final class GrantCommand extends Noun {

  @Command(description = "Lists grants.")
  void list() {
    list(Address.of("grants"), "grants", "login", "queue", "grantedBy", "grantedAt");
  }

  @Command(description = "Lets a login register jobs for a queue.")
  void add(
      @Parameters(paramLabel = "LOGIN") String login,
      @Parameters(paramLabel = "QUEUE", completionCandidates = QueueNames.class) String queue) {
    put(
        address(login, queue),
        jakarta.json.JsonValue.EMPTY_JSON_OBJECT,
        "%s may register jobs for %s".formatted(login, queue));
  }

  @Command(description = "Takes the right back.")
  void remove(
      @Parameters(paramLabel = "LOGIN") String login,
      @Parameters(paramLabel = "QUEUE", completionCandidates = QueueNames.class) String queue) {
    JsonObject answer = api().delete(address(login, queue));
    String note = answer.getString("note", null);
    output()
        .done(
            answer,
            note == null ? "%s may no longer register jobs for %s".formatted(login, queue) : note);
  }

  private static Address address(String login, String queue) {
    return Address.of("grants").name(login).name(queue);
  }
}
