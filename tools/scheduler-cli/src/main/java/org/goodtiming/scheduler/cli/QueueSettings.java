package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The settings of a worker queue that the user gives. Each setting that has a type in the API's
 * description has a generated option.
 */
final class QueueSettings {

  /** Formats of texts with durations. */
  private static final Set<String> WITH_DURATIONS = Set.of("duration", "policy");

  @Option(
      names = "--input-schema",
      paramLabel = "JSON",
      description =
          "A JSON Schema that payloads of its jobs must match, such as '{\"type\": \"integer\"}'; null removes it.")
  private @Nullable String inputSchema;

  private final Map<String, OptionSpec> options = new LinkedHashMap<>();

  @Spec
  void addOptions(CommandSpec command) {
    OpenApi.schema("WorkerQueueSettings")
        .getJsonObject("properties")
        .forEach(
            (name, setting) -> {
              if (setting.asJsonObject().containsKey("type")) {
                options.put(name, option(name, setting.asJsonObject()));
              }
            });
    options.values().forEach(command::addOption);
  }

  private static OptionSpec option(String name, JsonObject setting) {
    OptionSpec.Builder option =
        OptionSpec.builder("--" + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
            .description(sentence(setting.getString("description")))
            .arity("1");
    String type = setting.getString("type");
    switch (type) {
      case "boolean" -> option.type(Boolean.class).paramLabel("true|false");
      case "integer" -> option.type(Integer.class).paramLabel("N");
      case "string" -> addText(option, setting.getString("format", ""));
      default -> throw new IllegalStateException(type);
    }
    return option.build();
  }

  private static void addText(OptionSpec.Builder option, String format) {
    option
        .type(String.class)
        .paramLabel(
            switch (format) {
              case "" -> "NAME";
              case "uri" -> "URL";
              default -> format.toUpperCase(Locale.ROOT);
            });
    if (WITH_DURATIONS.contains(format)) {
      option.converters(new ShortDurations());
    }
  }

  private static String sentence(String description) {
    return description.substring(0, 1).toUpperCase(Locale.ROOT)
        + description.substring(1).replace("%", "%%")
        + ".";
  }

  JsonObject json() {
    Map<String, Object> given = new LinkedHashMap<>();
    options.forEach(
        (name, option) -> {
          Object value = option.getValue();
          if (value != null) {
            given.put(name, value);
          }
        });
    if (inputSchema != null) {
      given.put("inputSchema", Members.parse(inputSchema));
    }
    return Json.createObjectBuilder(given).build();
  }
}
