package org.goodtiming.scheduler.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.Json;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.Statements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each setting of a worker queue can be changed and seen; new settings need no separate test. */
class QueueSettingIT {

  private static final String QUEUE = "a";
  private static final String SET_TARGET =
      "UPDATE scheduler.worker_queue SET target = '%s' WHERE name = 'a'";

  private final ContractDatabase database = ContractDatabase.shared();
  private final WorkerQueueQueries queries = new WorkerQueueQueries(database.xa());
  private final WorkerQueueChanges changes =
      new WorkerQueueChanges(database.xa(), new Audit(database.xa(), "node-1"));

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit");
  }

  @ParameterizedTest
  @EnumSource
  void a_change_is_seen_audited_and_another_version_of_the_row(QueueSetting setting) {
    Row before = find(QUEUE);
    Object value = another(setting);

    assertThat(changes.put("ops", QUEUE, with(setting))).isFalse();

    Row after = find(QUEUE);
    assertThat(before.values().get(setting.field())).isNotNull().isNotEqualTo(value);
    assertThat(after.values()).containsEntry(setting.field(), value);
    assertThat(after.tag()).isNotEqualTo(before.tag());
    assertThat(queries.list().get(0).values()).containsEntry(setting.field(), value);
    assertThat(
            database.value(
                "SELECT (after ->> '%s') || (before ->> '%1$s' <> after ->> '%1$s') FROM scheduler.audit"
                    .formatted(setting.field())))
        .isEqualTo(value + "true");
  }

  @ParameterizedTest
  @EnumSource
  void a_new_queue_has_it_and_otherwise_what_the_table_says(QueueSetting setting) {
    database.execute("DELETE FROM scheduler.worker_queue WHERE name = 'new'");
    Row usual = find(QUEUE);

    assertThat(changes.put("ops", "new", with(setting))).isTrue();

    Row created = find("new");
    for (QueueSetting each : QueueSetting.values()) {
      assertThat(created.values().get(each.field()))
          .isEqualTo(with(setting).getOrDefault(each, usual.values().get(each.field())));
    }
    assertThat(
            database.value(
                "SELECT concat_ws(' ', action, before IS NULL, after ->> '%s') FROM scheduler.audit"
                    .formatted(setting.field())))
        .isEqualTo("create worker queue t " + another(setting));
    changes.remove("ops", "new");
  }

  @ParameterizedTest
  @EnumSource
  void the_document_of_the_api_has_its_initial_value(QueueSetting setting) throws IOException {
    Path document = Path.of("..", "scheduler-web", "src", "main", "resources", "openapi.json");
    try (var reader = Json.createReader(Files.newBufferedReader(document))) {
      JsonValue initial =
          Json.createPointer(
                  "/components/schemas/WorkerQueueSettings/properties/%s/default"
                      .formatted(setting.field()))
              .getValue(reader.readObject());
      assertThat(initial instanceof JsonString text ? text.getString() : initial.toString())
          .isEqualTo(String.valueOf(find(QUEUE).values().get(setting.field())));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          max_concurrent_runs = -1   | max_concurrent_runs of worker queue a is -1, but must be such that ((max_concurrent_runs >= 0) AND (max_concurrent_runs <= 10000)). It is how many of its runs
          rate_limit = 1000001       | rate_limit of worker queue a is 1000001, but
          key_property = 'customer'  | key_property of worker queue a is customer, but
          target = 'http://x.org'    | target of worker queue a is http://x.org, but
          run_timeout = '2 hours'    | run_timeout of worker queue a is 2 hours, but
          name = 'scheduler.jobs'    | name of worker queue scheduler.jobs is scheduler.jobs, but
          """)
  void sql_that_sets_what_the_table_does_not_allow_is_told_what_it_allows(
      String change, String refusal) {
    assertThatThrownBy(
            () ->
                database.execute(
                    "UPDATE scheduler.worker_queue SET %s WHERE name = 'a'".formatted(change)))
        .hasMessageContaining("SCHED-0875 " + refusal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://me:word@x.org/    | it has a user
          https://x.org/#jobs       | it has a fragment
          https://x.org/ jobs       | it has spaces or characters beyond ASCII
          https://x.org/Köln        | it has spaces or characters beyond ASCII
          https:///jobs             | it names no host
          https://a_b/              | it names no host
          https://127.1/            | it names no host
          https://300.1.1.1/        | it names no host
          https://x.org:0/          | its port is not one of 1 to 65535
          https://x.org:65536?a     | its port is not one of 1 to 65535
          https://[::1]:8443/jobs   | its host is an address of IPv6, which no setting allows
          https://127.0.0.1/jobs    | its host is an address that is not public.
          https://10.1.2.3:8443     | its host is an address that is not public.
          https://169.254.169.254?a | its host is an address that is not public.
          """)
  void sql_that_sets_a_url_to_which_no_node_posts_is_refused(String url, String refusal) {
    assertThatThrownBy(() -> database.execute(SET_TARGET.formatted(url)))
        .hasMessageContaining("SCHED-0865 the target of worker queue a is refused: " + refusal);
    assertThatThrownBy(
            () ->
                database.execute(
                    "INSERT INTO scheduler.webhook (name, url, registered_by) VALUES ('chat', '%s', 'ops')"
                        .formatted(url)))
        .hasMessageContaining("SCHED-0865 the url of webhook chat is refused: " + refusal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://x.org",
        "https://X.example.org:8443/a/b?c=d@e",
        "https://9.9.9.9/",
        "https://localhost:65535?a",
        "https://xn--kln-sna.example./"
      })
  void sql_may_set_another_url(String url) {
    database.execute(SET_TARGET.formatted(url));
    assertThat(find(QUEUE).values()).containsEntry("target", url);
  }

  /** A node has compared the address with its settings. */
  @Test
  void a_node_may_set_a_private_address_and_sql_leave_it() {
    changes.put("ops", QUEUE, Map.of(QueueSetting.TARGET, "https://10.1.2.3/"));
    database.execute("UPDATE scheduler.worker_queue SET target = target, canary = NOT canary");
    assertThat(find(QUEUE).values()).containsEntry("target", "https://10.1.2.3/");
  }

  @Test
  void the_version_is_the_one_that_a_change_compares() {
    assertThat(find(QUEUE).tag()).isEqualTo(lockedVersion());
    changes.put("ops", QUEUE, Map.of());
    changes.pause("ops", QUEUE, null);
    assertThat(find(QUEUE).tag()).isEqualTo(lockedVersion());
    // The end of the pause has passed, but the leader has not resumed the queue yet
    database.execute("UPDATE scheduler.worker_queue SET paused_until = clock_timestamp()");
    assertThat(find(QUEUE).tag()).isEqualTo(lockedVersion());
  }

  private String lockedVersion() {
    return Statements.forClients(database.xa())
        .query("test", EditedRow.WORKER_QUEUE.lock(QUEUE), row -> row.getString(1))
        .get(0);
  }

  private Row find(String queue) {
    return queries.find(queue).orElseThrow();
  }

  /** Another value of the setting, and of those that it needs. */
  private static Map<QueueSetting, Object> with(QueueSetting setting) {
    Map<QueueSetting, Object> values = new EnumMap<>(Map.of(setting, another(setting)));
    switch (setting) {
      case MAX_CONCURRENT_RUNS_PER_KEY -> {
        values.put(QueueSetting.TRACKED, true);
        values.put(QueueSetting.KEY_PROPERTY, "group");
      }
      case MAX_CONCURRENT_RUNS -> values.put(QueueSetting.TRACKED, true);
      case FAIR_SHARES -> values.put(QueueSetting.KEY_PROPERTY, "group");
      default -> {}
    }
    return values;
  }

  private static Object another(QueueSetting setting) {
    return switch (setting.kind()) {
      case FLAG -> true;
      case NUMBER -> setting.max();
      case PARTITION -> "fast";
      case RETRY_POLICY -> "PT1M,PT10M";
      case RUN_LIMIT -> "PT2H";
      case KEY_PROPERTY -> "x_customer";
      case CLOSED_TIMES -> "daily:22:00-06:00";
      case TARGET -> "https://worker.example.org/jobs";
    };
  }
}
