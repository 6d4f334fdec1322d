package org.goodtiming.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The document tells what the resources serve. */
class OpenApiTest {

  /** Actions on one job share a method of the resource, for a job id may hold slashes. */
  private static final Set<String> JOB_ACTIONS =
      Set.of(
          "/jobs/{}/{}/run-now",
          "/jobs/{}/{}/reschedule",
          "/jobs/{}/{}/settings",
          "/jobs/{}/{}/hold",
          "/jobs/{}/{}/release",
          "/job-batches/{}/run-again",
          "/schedules/{}/{}/pause",
          "/schedules/{}/{}/resume",
          "/schedules/{}/{}/backfill",
          "/schedules/{}/{}/skip");

  private final JsonObject document = document();

  @Test
  void each_method_is_described_with_its_role_and_nothing_else_is() {
    assertThat(described()).isEqualTo(served());
  }

  @Test
  void each_operation_has_a_name_of_its_own_and_describes_its_refusals() {
    assertThat(operations().map(operation -> operation.getString("operationId")))
        .doesNotHaveDuplicates();
    assertThat(operations())
        .allSatisfy(operation -> assertThat(operation.getString("summary")).endsWith("."))
        .allSatisfy(
            operation -> assertThat(operation.getJsonObject("responses")).containsKey("default"));
  }

  /** RestExamplesIT sends them. */
  @Test
  void each_body_has_an_example_and_so_have_the_parameters_of_its_path() {
    assertThat(operations().filter(operation -> operation.containsKey("requestBody")))
        .isNotEmpty()
        .allSatisfy(
            operation ->
                assertThat(
                        Json.createPointer("/requestBody/content/application~1json/example")
                            .containsValue(operation))
                    .as(operation.getString("operationId"))
                    .isTrue())
        .allSatisfy(
            operation ->
                assertThat(pathParameters(operation))
                    .as(operation.getString("operationId"))
                    .allSatisfy(parameter -> assertThat(parameter).containsKey("example")));
  }

  private static Stream<JsonObject> pathParameters(JsonObject operation) {
    return operation
        .getOrDefault("parameters", JsonValue.EMPTY_JSON_ARRAY)
        .asJsonArray()
        .getValuesAs(JsonObject.class)
        .stream()
        .filter(parameter -> parameter.getString("in").equals("path"));
  }

  @Test
  void each_reference_leads_somewhere() {
    Matcher reference = Pattern.compile("\"\\$ref\":\"#([^\"]*)\"").matcher(document.toString());
    assertThat(reference.results().map(found -> found.group(1)))
        .isNotEmpty()
        .allSatisfy(
            pointer ->
                assertThat(Json.createPointer(pointer).containsValue(document))
                    .as(pointer)
                    .isTrue());
  }

  private Set<String> described() {
    Set<String> described = new TreeSet<>();
    document
        .getJsonObject("paths")
        .forEach(
            (path, methods) ->
                methods
                    .asJsonObject()
                    .forEach(
                        (method, operation) ->
                            described.add(
                                line(
                                    method,
                                    withoutAction(path.replaceAll("\\{[^}]*}", "{}")),
                                    operation.asJsonObject().getString("x-role")))));
    return described;
  }

  private static String withoutAction(String path) {
    return JOB_ACTIONS.contains(path) ? path.substring(0, path.lastIndexOf('/')) : path;
  }

  private static Set<String> served() {
    Set<String> served = new TreeSet<>();
    for (Class<?> resource : new RestApplication().getClasses()) {
      Path base = resource.getAnnotation(Path.class);
      if (base != null) {
        for (Method method : resource.getDeclaredMethods()) {
          httpMethods(method)
              .forEach(verb -> served.add(line(verb, path(base, method), RolesTest.role(method))));
        }
      }
    }
    return served;
  }

  private static Stream<String> httpMethods(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
        .filter(Objects::nonNull)
        .map(HttpMethod::value);
  }

  private static String path(Path base, Method method) {
    Path own = method.getAnnotation(Path.class);
    String path = "/" + base.value() + (own == null ? "" : "/" + own.value());
    return path.replaceAll("\\{[^}]*}", "{}");
  }

  private static String line(String method, String path, String role) {
    return "%s %s %s".formatted(method.toUpperCase(Locale.ROOT), path, role);
  }

  private Stream<JsonObject> operations() {
    return document.getJsonObject("paths").values().stream()
        .flatMap(path -> path.asJsonObject().values().stream())
        .map(JsonObject.class::cast);
  }

  private static JsonObject document() {
    try (JsonReader reader =
        Json.createReader(new StringReader(new OpenApiResource().document()))) {
      return reader.readObject();
    }
  }
}
