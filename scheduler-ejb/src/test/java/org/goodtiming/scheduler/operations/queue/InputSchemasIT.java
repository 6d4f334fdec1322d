package org.goodtiming.scheduler.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.contract.Parsers;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.queue.SchemaOwner;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.schedule.DefinitionChanges;
import org.goodtiming.scheduler.operations.schedule.DefinitionQueries;
import org.goodtiming.scheduler.registration.direct.DefinitionReader;
import org.goodtiming.scheduler.schema.InputFault;
import org.goodtiming.scheduler.schema.InputSchema;
import org.goodtiming.scheduler.sql.StoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schemas of payloads, from the operator who sets them to the registration that applies them. */
class InputSchemasIT {

  private static final String INTEGER = "{\"type\":\"integer\"}";

  private final ContractDatabase database = ContractDatabase.shared();
  private final WorkerQueueChanges changes =
      new WorkerQueueChanges(database.xa(), new Audit(database.xa(), "node-1"));
  private final WorkerQueueStore queues = new WorkerQueueStore(database.xa());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_schema_applies_from_the_next_registration_on_and_only_to_its_queue() {
    assertThat(queues.allowList().schemas()).isEmpty();
    changes.setInputSchema("ops", "a", INTEGER);
    assertThat(queues.allowList().schemas()).containsOnlyKeys(SchemaOwner.queue("a"));
    assertThat(schema().fault("5")).isEmpty();
    assertThat(schema().fault("\"5\"")).isPresent();
  }

  @Test
  void a_definition_has_a_schema_which_is_another_one_than_that_of_a_queue_of_its_name() {
    changes.setInputSchema("ops", "a", INTEGER);
    put("{\"queue\": \"a\", \"inputSchema\": {\"maximum\": 5}}");
    assertThat(queues.allowList().schemas())
        .containsOnlyKeys(SchemaOwner.queue("a"), SchemaOwner.definition("a"));
    assertThat(schema().fault("6")).isEmpty();
    assertThat(schema(SchemaOwner.definition("a")).fault("6")).isPresent();
    Row row = new DefinitionQueries(database.xa(), Redaction.NONE).read("a").orElseThrow();
    assertThat(row.text("inputSchema")).isEqualTo("{\"maximum\":5}");
    assertThat(
            database.value(
                "SELECT after ->> 'inputSchemaId' IS NOT NULL FROM scheduler.audit ORDER BY id DESC LIMIT 1"))
        .isEqualTo("t");

    put("{\"queue\": \"a\"}");
    assertThat(queues.allowList().schemas()).containsOnlyKeys(SchemaOwner.queue("a"));
    assertThat(queues.allowList().queues()).contains("a");
  }

  private void put(String json) {
    DefinitionChanges definitions =
        new DefinitionChanges(
            database.xa(),
            new DefinitionReader(
                Parsers.of(
                    new RegistrationConfig(
                        8, 100, 1000, 1000, new RegistrationConfig.Bulk(1000, 1024 * 1024)))),
            new Audit(database.xa(), "node-1"));
    assertThat(definitions.put("ops", "a", json).refusal()).isNull();
  }

  @Test
  void a_schema_is_compiled_once_until_it_changes() {
    changes.setInputSchema("ops", "a", INTEGER);
    InputSchema first = schema();
    assertThat(schema()).isSameAs(first);
    changes.setInputSchema("ops", "a", "{\"type\":\"string\"}");
    assertThat(schema()).isNotSameAs(first);
    assertThat(schema().fault("\"5\"")).isEmpty();
    changes.setInputSchema("ops", "a", "");
    assertThat(queues.allowList().schemas()).isEmpty();
  }

  @Test
  void a_schema_that_this_version_cannot_read_lets_no_payload_pass() {
    changes.setInputSchema("ops", "a", "{\"type\":\"numbr\"}");
    assertThat(schema().fault("5").map(InputFault::reason).orElseThrow())
        .startsWith("this node cannot read the schema of worker queue 'a': at '/type'");
  }

  @Test
  void operators_see_the_schema_and_who_has_set_it() {
    changes.setInputSchema("ops", "a", INTEGER);
    Row queue = new WorkerQueueQueries(database.xa()).find("a").orElseThrow();
    assertThat(queue.text("inputSchema")).isEqualTo(INTEGER);
    assertThat(
            database.value(
                "SELECT changed_by || ' ' || action FROM scheduler.audit ORDER BY id DESC LIMIT 1"))
        .isEqualTo("ops set input schema of worker queue");
    assertThat(new WorkerQueueQueries(database.xa()).list())
        .allSatisfy(row -> assertThat(row.values()).doesNotContainKey("inputSchema"));
  }

  @Test
  void the_database_keeps_no_schema_that_is_too_large() {
    assertThatThrownBy(() -> changes.setInputSchema("ops", "a", " ".repeat(65_537)))
        .isInstanceOf(StoreException.class);
  }

  private InputSchema schema() {
    return schema(SchemaOwner.queue("a"));
  }

  private InputSchema schema(SchemaOwner owner) {
    return Objects.requireNonNull(queues.allowList().schemas().get(owner));
  }
}
