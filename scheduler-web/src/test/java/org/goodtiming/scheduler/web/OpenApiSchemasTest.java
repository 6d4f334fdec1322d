package org.goodtiming.scheduler.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.object;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.io.ByteArrayInputStream;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.operations.batch.BatchVerb;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.JobView;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.operations.queue.QueueSetting;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.operations.webhook.WebhookSettings;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.web.batch.BatchJson;
import org.goodtiming.scheduler.web.cluster.InDoubtJson;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.PauseEnd;
import org.goodtiming.scheduler.web.job.ExecutionJson;
import org.goodtiming.scheduler.web.job.JobJson;
import org.goodtiming.scheduler.web.job.JobJsonTest;
import org.goodtiming.scheduler.web.job.JobSettingsJson;
import org.goodtiming.scheduler.web.job.JobsResource;
import org.goodtiming.scheduler.web.job.RunNotesJson;
import org.goodtiming.scheduler.web.job.RunNotesJsonTest;
import org.goodtiming.scheduler.web.login.UserJson;
import org.goodtiming.scheduler.web.quarantine.QuarantineMendJson;
import org.goodtiming.scheduler.web.queue.WorkerQueueJson;
import org.goodtiming.scheduler.web.schedule.CalendarJson;
import org.goodtiming.scheduler.web.webhook.WebhookJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the document says of parameters, bodies and answers is what the code reads and writes. */
class OpenApiSchemasTest {

  /** Two are problems; a check has its own answer. */
  private static final Set<Receipt.Status> NO_ANSWERS =
      EnumSet.of(Receipt.Status.REJECTED, Receipt.Status.OVERTAKEN, Receipt.Status.ACCEPTABLE);

  private static final Instant DUE = Instant.parse("2100-01-01T00:00:00Z");
  private static final JobKey KEY = new JobKey("order-check", "4711");

  private final JsonObject document = object(new OpenApiResource().document());

  @Test
  void the_document_that_is_checked_in_is_served() throws Exception {
    try (var file = OpenApiResource.class.getResourceAsStream("/openapi.json")) {
      assertThat(new OpenApiResource().document())
          .isEqualTo(new String(file.readAllBytes(), UTF_8));
    }
    assertThat(document.getString("openapi")).startsWith("3.1");
  }

  @Test
  void each_list_has_the_query_parameters_of_its_resource() {
    Map<String, Set<String>> described = new TreeMap<>();
    document
        .getJsonObject("paths")
        .forEach(
            (path, methods) -> {
              if (methods.asJsonObject().containsKey("get")) {
                described.put(
                    path.replaceAll("\\{[^}]*}", "{}"),
                    queryParameters(methods.asJsonObject().getJsonObject("get")));
              }
            });

    assertThat(described).isEqualTo(read());
  }

  private static Set<String> queryParameters(JsonObject operation) {
    return operation
        .getOrDefault("parameters", JsonValue.EMPTY_JSON_ARRAY)
        .asJsonArray()
        .getValuesAs(JsonObject.class)
        .stream()
        .filter(parameter -> parameter.getString("in").equals("query"))
        .map(parameter -> parameter.getString("name"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, Set<String>> read() {
    Map<String, Set<String>> read = new TreeMap<>();
    for (Class<?> resource : new RestApplication().getClasses()) {
      for (Method method : resource.getDeclaredMethods()) {
        if (method.isAnnotationPresent(GET.class)) {
          Path own = method.getAnnotation(Path.class);
          String path =
              "/"
                  + resource.getAnnotation(Path.class).value()
                  + (own == null ? "" : "/" + own.value());
          read.put(path.replaceAll("\\{[^}]*}", "{}"), names(method));
        }
      }
    }
    return read;
  }

  private static Set<String> names(Method method) {
    return Arrays.stream(method.getParameters())
        .flatMap(OpenApiSchemasTest::parameters)
        .filter(each -> each.isAnnotationPresent(QueryParam.class))
        .map(each -> each.getAnnotation(QueryParam.class).value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<AnnotatedElement> parameters(Parameter parameter) {
    return parameter.isAnnotationPresent(BeanParam.class)
        ? Arrays.stream(parameter.getType().getDeclaredFields())
        : Stream.of(parameter);
  }

  @ParameterizedTest
  @CsvSource({"JobDetail", "Job"})
  void the_states_of_a_job_are_described(String schema) {
    JobState[] states = EnumSet.complementOf(EnumSet.of(JobState.OVERDUE)).toArray(JobState[]::new);
    assertThat(words(schema, "state")).containsExactlyElementsOf(labels(states));
  }

  @Test
  void the_words_of_batch_operations_are_described() {
    List<String> verbs = Arrays.stream(BatchVerb.values()).map(BatchVerb::label).toList();

    assertThat(words("BatchRequest", "operation")).isEqualTo(verbs);
    assertThat(words("BatchOperation", "operation")).isEqualTo(verbs);
    assertThat(words("BatchRequest", "jobState")).isEqualTo(labels(JobState.values()));
  }

  @ParameterizedTest
  @CsvSource({"NewUser", "UserSettings", "User", "UserWithPassword", "Session"})
  void the_roles_of_a_user_are_described(String schema) {
    assertThat(words(schema, "role"))
        .isEqualTo(Arrays.stream(Role.values()).map(Role::label).toList());
  }

  @Test
  void the_states_of_an_execution_are_described() {
    assertThat(words("Execution", "state"))
        .isEqualTo(Arrays.stream(ExecutionState.values()).map(Enum::name).toList());
  }

  @ParameterizedTest
  @CsvSource({"Webhook", "WebhookSettings"})
  void the_types_of_events_of_a_webhook_are_described(String schema) {
    assertThat(
            Json.createPointer("/types/items/enum")
                .getValue(properties(schema))
                .asJsonArray()
                .getValuesAs(JsonString::getString))
        .isEqualTo(WebhookSettings.EVENT_TYPES);
  }

  /** The form of the console and the options of the command line are made of what it says. */
  @Test
  void the_settings_of_a_worker_queue_are_described() {
    JsonObject described = properties("WorkerQueueSettings");
    Set<String> fields =
        Arrays.stream(QueueSetting.values()).map(QueueSetting::field).collect(Collectors.toSet());
    assertThat(described.keySet())
        .containsAll(fields)
        .hasSize(fields.size() + 1)
        .contains("inputSchema");
    for (QueueSetting setting : QueueSetting.values()) {
      JsonObject property = described.getJsonObject(setting.field());
      String type = type(setting.kind());
      assertThat(property.getString("type")).as(setting.field()).isEqualTo(type);
      if (setting.kind() == QueueSetting.Kind.NUMBER) {
        assertThat(property.getInt("minimum")).isZero();
        assertThat(property.getInt("maximum")).isEqualTo(setting.max());
        assertThat(property.getString("x-unit")).isEqualTo(setting.unit());
      }
      assertThat(property.getString("title")).matches("[A-Z].*");
      assertThat(property.getString("description")).matches("[a-z].*[^.]");
      assertThat(properties("WorkerQueue").getJsonObject(setting.field()).getString("type"))
          .isEqualTo(type);
      assertThat(required("WorkerQueue")).contains(setting.field());
    }
  }

  private static String type(QueueSetting.Kind kind) {
    return switch (kind) {
      case FLAG -> "boolean";
      case NUMBER -> "integer";
      case PARTITION, RETRY_POLICY, RUN_LIMIT, CLOSED_TIMES, KEY_PROPERTY, TARGET -> "string";
    };
  }

  @Test
  void the_words_of_receipts_that_are_no_problems_are_described() {
    assertThat(words("Receipt", "status"))
        .isEqualTo(
            Arrays.stream(Receipt.Status.values())
                .filter(each -> !NO_ANSWERS.contains(each))
                .map(Receipt.Status::wireName)
                .toList());
  }

  @Test
  void every_field_of_a_job_is_described() {
    JobView waiting =
        new JobView(
            1,
            "v",
            KEY,
            JobState.RETRYING,
            DUE,
            DUE,
            JobJsonTest.registration(4, DUE),
            1,
            "why",
            "f-1",
            true,
            true,
            "ann",
            DUE,
            null);
    JobView held =
        new JobView(
            1,
            "v",
            KEY,
            JobState.HELD,
            DUE,
            DUE,
            JobJsonTest.registration(4, DUE),
            1,
            "why",
            "f-1",
            true,
            true,
            "ann",
            DUE,
            new JobView.Hold(DUE, "ann"));

    assertThat(fields("Job"))
        .containsAll(JobJson.of(waiting).build().keySet())
        .containsAll(JobJson.of(held).build().keySet());
  }

  @Test
  void every_field_of_an_execution_is_described() {
    ExecutionStatus status =
        new ExecutionStatus(
            new UUID(0, 1),
            KEY,
            ExecutionState.ERROR,
            "why",
            50,
            1,
            "node-1",
            "worker-1",
            "ann",
            DUE,
            DUE,
            DUE,
            DUE,
            DUE,
            Duration.ofSeconds(5),
            DUE,
            DUE,
            new UUID(0, 2),
            new UUID(0, 3),
            DUE,
            "import-4711");

    assertThat(fields("Execution"))
        .containsAll(
            ExecutionJson.link(status, URI.create("http://localhost/api/")).build().keySet());
    JsonObjectBuilder notes = Json.createObjectBuilder();
    RunNotesJson.addTo(notes, RunNotesJsonTest.NOTES);
    assertThat(fields("Execution")).containsAll(notes.build().keySet());
  }

  @Test
  void every_field_of_a_receipt_is_described() {
    Receipt receipt =
        new Receipt(Receipt.Status.REPLACED, KEY, DUE, List.of(), new UUID(0, 1), DUE);

    assertThat(fields("Receipt")).containsAll(object(JobJson.of(receipt)).keySet());
  }

  /**
   * Examples of jobs and definitions are read by the rules of messages; RestExamplesIT sends all.
   */
  @Test
  void the_examples_of_bodies_are_read() {
    assertThat(BatchJson.request(example("beginBatchOperation")).verb())
        .isEqualTo(BatchVerb.RESCHEDULE);
    assertThat(UserJson.newUser(example("createUser")).role()).isEqualTo(Role.OPERATOR);
    assertThat(UserJson.settings(example("setUser")).locked()).isFalse();
    assertThat(InDoubtJson.request(example("resolveInDoubt")).dryRun()).isTrue();
    assertThat(QuarantineMendJson.read(example("mendQuarantined")).properties()).hasSize(2);
    assertThat(WorkerQueueJson.settings(example("putWorkerQueue").json()))
        .containsEntry(QueueSetting.TRACKED, true);
    assertThat(CalendarJson.excludes(example("putCalendar").json(), DUE)).isNotNull();
    assertThat(WebhookJson.settings(example("putWebhook").json()).types()).hasSize(2);
    assertThat(JobsResource.move(stream("rescheduleJob")))
        .isEqualTo(new Move.To(Instant.parse("2100-01-01T11:00:00Z")));
    assertThat(JobSettingsJson.changes(example("setJob").json())).hasSize(2);
    assertThat(PauseEnd.of(stream("pauseSchedule"))).isEqualTo(DUE);
    assertThat(PauseEnd.of(stream("pauseWorkerQueue"))).isEqualTo(DUE);
  }

  private ByteArrayInputStream stream(String operationId) {
    return new ByteArrayInputStream(example(operationId).json().toString().getBytes(UTF_8));
  }

  private JsonFields example(String operationId) {
    JsonObject operation =
        document.getJsonObject("paths").values().stream()
            .flatMap(path -> path.asJsonObject().values().stream())
            .map(JsonValue::asJsonObject)
            .filter(each -> each.getString("operationId").equals(operationId))
            .findFirst()
            .orElseThrow();
    return new JsonFields(
        Json.createPointer("/requestBody/content/application~1json/example")
            .getValue(operation)
            .asJsonObject());
  }

  private List<String> words(String schema, String field) {
    return properties(schema)
        .getJsonObject(field)
        .getJsonArray("enum")
        .getValuesAs(JsonString::getString);
  }

  private Set<String> fields(String schema) {
    return properties(schema).keySet();
  }

  private JsonObject properties(String schema) {
    return schema(schema).getJsonObject("properties");
  }

  private List<String> required(String schema) {
    return schema(schema).getJsonArray("required").getValuesAs(JsonString::getString);
  }

  private JsonObject schema(String name) {
    return document.getJsonObject("components").getJsonObject("schemas").getJsonObject(name);
  }

  private static List<String> labels(JobState... states) {
    return Arrays.stream(states).map(JobState::label).toList();
  }
}
