package org.goodtiming.scheduler.operations.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.JobDefinition;
import org.goodtiming.scheduler.operations.job.RedactedPayloads;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads definitions of jobs, by the pool of readers. */
@Singleton
public final class DefinitionQueries {

  private static final String PURPOSE = "read definitions";

  private static final String USES =
      """
      (SELECT count(*) FROM (
         SELECT 1 FROM scheduler.schedule s WHERE s.definition = d.name AND s.state <> 'ENDED' <condition> LIMIT 1000) uses)
      """;

  private final Statements statements;
  private final DefinitionStore definitions;
  private final RedactedPayloads redacted;

  @Inject
  public DefinitionQueries(@Readers DataSource dataSource, Redaction redaction) {
    statements = Statements.forClients(dataSource);
    redacted = new RedactedPayloads(redaction, PayloadCipher.WITHOUT_KEYS);
    definitions = new DefinitionStore(dataSource);
  }

  /**
   * By name, at most 1000, without their payloads; with the number of their schedules, and of those
   * whose next run has yet to be changed.
   */
  public List<Row> list() {
    SqlText sql = new SqlText(definitions("") + "ORDER BY name LIMIT 1000");
    return statements.query(PURPOSE, sql, Row::of);
  }

  /** Reads a definition with its schema of payloads. */
  public Optional<Row> read(String name) {
    String schemaAndTag = ", input_schema, " + EditedRow.DEFINITION.tag();
    SqlText sql = new SqlText(definitions(schemaAndTag)).and("name = :name", name);
    return statements.find(PURPOSE, sql, Row::of);
  }

  private static String definitions(String furtherColumns) {
    return """
        SELECT name, queue, <settings>, registered_by, registered_at,
               <uses> AS schedules, <uses_to_change> AS schedules_to_change<further>
          FROM scheduler.definition d
        """
        .replace("<settings>", JobColumns.NAMED.each("%1$s AS \"%4$s\""))
        .replace("<uses>", USES.replace("<condition>", ""))
        .replace("<uses_to_change>", USES.replace("<condition>", "AND s.filled_with <> d.hash"))
        .replace("<further>", furtherColumns);
  }

  /** Reads a definition with its payload. */
  public Optional<JobDefinition> find(String name) {
    return definitions.read(name).map(this::redacted);
  }

  private JobDefinition redacted(JobDefinition definition) {
    return definition.with(redacted.of(definition.envelope()));
  }
}
