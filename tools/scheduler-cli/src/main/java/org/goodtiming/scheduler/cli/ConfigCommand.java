package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(description = "Shows address and login, and where each comes from. It asks no node.")
final class ConfigCommand extends Noun implements Runnable {

  @Override
  public void run() {
    ConnectionSettings settings = settings();
    output()
        .rows(
            List.of(
                row("profiles", settings.profiles().toString(), "the environment"),
                row("profile", "default", settings.profileName()),
                row("url", "", settings.url()),
                row("user", "", settings.user()),
                login(settings)),
            List.of("setting", "value", "from"));
  }

  /** Describes the login without its secret. */
  private static JsonObject login(ConnectionSettings settings) {
    if (settings.token().value() != null) {
      return row("login", "token", settings.token().source());
    }
    return settings.user().value() == null
        ? row("login", "none", settings.user().source())
        : row("login", "password", settings.password().source());
  }

  private static JsonObject row(String name, String otherwise, Setting setting) {
    @Nullable String value = setting.value();
    return row(name, value == null ? otherwise : value, setting.source());
  }

  private static JsonObject row(String name, String value, String source) {
    return Json.createObjectBuilder()
        .add("setting", name)
        .add("value", value)
        .add("from", source)
        .build();
  }
}
