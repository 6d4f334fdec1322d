package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The answers that the command line takes for success are those of openapi.json. */
class SuccessTest {

  private static final Path EXPECTED = Path.of("target", "success.txt");

  private final JsonObject document = ListColumnsTest.document();

  @Test
  void the_file_has_what_the_document_says() throws IOException {
    List<String> lines = new ArrayList<>();
    document
        .getJsonObject("paths")
        .forEach(
            (path, operations) ->
                operations
                    .asJsonObject()
                    .forEach((method, operation) -> add(path, method, operation, lines)));
    Files.write(EXPECTED, lines);
    assertThat(Success.all())
        .as("success.txt; what it should be is in %s", EXPECTED.toAbsolutePath())
        .containsExactlyElementsOf(lines);
  }

  private void add(String path, String method, JsonValue operation, List<String> lines) {
    operation
        .asJsonObject()
        .getJsonObject("responses")
        .forEach(
            (status, response) -> {
              if (status.startsWith("2")) {
                String template = path.substring(1).replaceAll("\\{[^}]*}", "{}");
                lines.add(
                    "%s %s %s%s"
                        .formatted(
                            method.toUpperCase(Locale.ROOT),
                            template,
                            status,
                            members(resolved(response))));
              }
            });
  }

  /** Those that are required, each after a space. */
  private String members(JsonObject response) {
    JsonObject content = response.getJsonObject("content");
    if (content == null) {
      return "";
    }
    JsonObject schema =
        resolved(
            content
                .getJsonObject("application/json")
                .getOrDefault("schema", JsonValue.EMPTY_JSON_OBJECT));
    if (!schema.containsKey("required")) {
      return " *";
    }
    StringBuilder members = new StringBuilder();
    for (JsonString member : schema.getJsonArray("required").getValuesAs(JsonString.class)) {
      JsonValue property = schema.getJsonObject("properties").get(member.getString());
      members.append(" %s:%s".formatted(member.getString(), type(resolved(property))));
    }
    return members.toString();
  }

  private String type(JsonObject schema) {
    String type = schema.getString("type");
    return type.equals("array") && resolved(schema.get("items")).containsKey("properties")
        ? "objects"
        : type;
  }

  private JsonObject resolved(JsonValue schema) {
    String reference = schema.asJsonObject().getString("$ref", "");
    return reference.isEmpty()
        ? schema.asJsonObject()
        : Json.createPointer(reference.substring(1)).getValue(document).asJsonObject();
  }
}
