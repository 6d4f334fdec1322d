package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonPointer;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** No column of a list is always empty: openapi.json has a member for each. */
class ListColumnsTest {

  private static final Path DOCUMENT =
      Path.of("../..", "scheduler-web", "src", "main", "resources", "openapi.json");
  private static final JsonPointer SCHEMA =
      Json.createPointer("/get/responses/200/content/application~1json/schema");
  private static final String BASE = "/scheduler/api/v1";

  /** How the description of a member begins that lists do not have; see ListSchemasIT. */
  private static final String SINGLE = "only in the answer for one";

  /** Commands that query no node, or show no lists. */
  private static final Set<String> OTHERS =
      Set.of(
          "doctor",
          "support-bundle",
          "install",
          "migrate",
          "config",
          "generate-completion",
          "top",
          "explain",
          "help");

  private final JsonObject document = document();
  private final List<String> tables = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void answers_by_the_document() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(BASE, this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void each_column_has_a_value(List<String> call) {
    String text = run(call);
    if (!text.matches("(?s)[A-Z][A-Z ]+\\R.*")) {
      return;
    }
    List<String> lines = text.lines().toList();
    assertThat(lines.get(1).split(" +"))
        .as("%s: values under %s", String.join(" ", call), lines.get(0))
        .hasSameSizeAs(lines.get(0).split("  +"));
  }

  @Test
  void the_tables_of_top_have_values_in_each_column() {
    List<String> lines = run(List.of("top")).lines().filter(line -> !line.isEmpty()).toList();
    assertThat(lines).hasSize(7);
    for (int heading = 1; heading < lines.size(); heading += 2) {
      assertThat(lines.get(heading + 1).split(" +"))
          .as("values under %s", lines.get(heading))
          .hasSameSizeAs(lines.get(heading).split("  +"));
    }
  }

  @Test
  void the_lists_are_found() {
    assertThat(calls().map(call -> String.join(" ", call)))
        .contains(
            "job list 1", "run history 1", "lease history 1", "search 1", "forecast", "audit");
  }

  /** Each command with the arguments that it needs. */
  static Stream<List<String>> calls() {
    CommandLine root = Goodtiming.commandLine(new Surroundings(Map.of()));
    return root.getSubcommands().entrySet().stream()
        .filter(noun -> !OTHERS.contains(noun.getKey()))
        .flatMap(noun -> leaves(noun.getValue()))
        .map(ListColumnsTest::call);
  }

  private static Stream<CommandLine> leaves(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command)
        : command.getSubcommands().values().stream().flatMap(ListColumnsTest::leaves);
  }

  private static List<String> call(CommandLine command) {
    var spec = command.getCommandSpec();
    List<String> words =
        new ArrayList<>(Arrays.asList(spec.qualifiedName(" ").split(" ")).subList(1, 2));
    if (spec.parent().parent() != null) {
      words.add(spec.name());
    }
    spec.positionalParameters().forEach(each -> words.add("1"));
    spec.options().stream()
        .filter(option -> option.required() && option.group() == null)
        .forEach(option -> words.addAll(List.of(option.longestName(), "1")));
    return words;
  }

  private String run(List<String> call) {
    StringWriter out = new StringWriter();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    Goodtiming.commandLine(new Surroundings(Map.of("GOODTIMING_URL", url, "HOME", "target")), call)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(new StringWriter(), true))
        .execute(call.toArray(String[]::new));
    return out.toString();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(BASE.length());
    @Nullable JsonValue schema = exchange.getRequestMethod().equals("GET") ? schema(path) : null;
    byte[] body = schema == null ? new byte[0] : example(schema).toString().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(schema == null ? 405 : 200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** The schema of the answer 200; null if there is none. */
  private @Nullable JsonValue schema(String path) {
    JsonObject paths = document.getJsonObject("paths");
    JsonObject operations =
        paths.keySet().stream()
            .filter(each -> path.matches(each.replaceAll("\\{[^}]*}", "[^/]+")))
            .min(Comparator.comparing(each -> each.contains("{")))
            .map(paths::getJsonObject)
            .orElse(JsonValue.EMPTY_JSON_OBJECT);
    return SCHEMA.containsValue(operations) ? SCHEMA.getValue(operations) : null;
  }

  private JsonValue example(JsonValue of) {
    JsonObject schema = of.asJsonObject();
    String reference = schema.getString("$ref", "");
    if (!reference.isEmpty()) {
      return example(Json.createPointer(reference.substring(1)).getValue(document));
    }
    if (schema.containsKey("properties")) {
      var object = Json.createObjectBuilder();
      schema
          .getJsonObject("properties")
          .forEach(
              (name, property) -> {
                String description = property.asJsonObject().getString("description", "");
                // Else a list would go on for ever
                if (!name.equals("next") && !description.startsWith(SINGLE)) {
                  object.add(name, example(property));
                }
              });
      return object.build();
    }
    JsonValue type = schema.get("type");
    return switch (type == null ? "" : type.toString()) {
      case "\"array\"" -> Json.createArrayBuilder().add(example(schema.get("items"))).build();
      case "\"integer\"", "\"number\"" -> Json.createValue(7);
      case "\"boolean\"" -> JsonValue.TRUE;
      case "\"object\"" -> JsonValue.EMPTY_JSON_OBJECT;
      default -> Json.createValue("x");
    };
  }

  static JsonObject document() {
    try (var reader = Json.createReader(Files.newBufferedReader(DOCUMENT))) {
      return reader.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
