package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "Users of the REST API and the console.")
final class UserCommand extends Noun {

  @Command(description = "Lists users.")
  void list() {
    list(Address.of("users"), "users", "name", "role", "locked", "createdAt");
  }

  @Command(description = "Creates a user and prints the password, once.")
  void create(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--role",
              paramLabel = "ROLE",
              required = true,
              description = "viewer, submitter, operator, or admin.")
          String role) {
    var user =
        api()
            .post(Address.of("users"), new Members().with("name", name).with("role", role).build());
    output().secret(user, user.getString("password", ""));
  }

  @Command(description = "Changes the role of a user.")
  void role(
      @Parameters(paramLabel = "NAME") String name, @Parameters(paramLabel = "ROLE") String role) {
    change(name, role, null, "User %s is %s".formatted(name, role));
  }

  @Command(description = "Locks a user out.")
  void lock(@Parameters(paramLabel = "NAME") String name) {
    change(name, null, true, "User %s is locked".formatted(name));
  }

  @Command(description = "Lets a locked user in again.")
  void unlock(@Parameters(paramLabel = "NAME") String name) {
    change(name, null, false, "User %s is unlocked".formatted(name));
  }

  @Command(
      name = "reset-password",
      description = "Gives a user a new password and prints it, once.")
  void resetPassword(@Parameters(paramLabel = "NAME") String name) {
    var user = api().post(address(name).verb("reset-password"), null);
    output().secret(user, user.getString("password", ""));
  }

  @Command(description = "Deletes a user.")
  void delete(@Parameters(paramLabel = "NAME") String name) {
    delete(address(name), "User %s is deleted".formatted(name));
  }

  private void change(
      String name, @Nullable String role, @Nullable Boolean locked, String sentence) {
    put(address(name), new Members().with("role", role).with("locked", locked).build(), sentence);
  }

  private static Address address(String name) {
    return Address.of("users").name(name);
  }
}
