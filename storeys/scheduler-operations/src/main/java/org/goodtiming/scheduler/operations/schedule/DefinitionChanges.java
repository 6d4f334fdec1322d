package org.goodtiming.scheduler.operations.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.JobDefinition;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.registration.direct.DefinitionReader;
import org.goodtiming.scheduler.schedule.ScheduleEdits;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Changes definitions of jobs for operators, in the caller's transaction. */
@Singleton
public final class DefinitionChanges {

  private static final String PURPOSE = "change a definition";

  private final Statements statements;
  private final DefinitionStore definitions;
  private final ScheduleEdits schedules;
  private final WorkerQueueStore workerQueues;
  private final DefinitionReader reader;
  private final Audit audit;

  @Inject
  public DefinitionChanges(DataSource dataSource, DefinitionReader reader, Audit audit) {
    this.statements = Statements.forClients(dataSource);
    this.definitions = new DefinitionStore(dataSource);
    this.schedules = new ScheduleEdits(dataSource);
    this.workerQueues = new WorkerQueueStore(dataSource);
    this.reader = reader;
    this.audit = audit;
  }

  /** The outcome of a put of a definition. */
  public enum Outcome {
    CREATED,
    CHANGED,
    /** The object is no definition. */
    REFUSED,
    /** Schedules name it, whose keys have the worker queue. */
    QUEUE_IN_USE
  }

  /**
   * @param refusal null unless refused
   */
  public record Put(Outcome outcome, @Nullable Receipt refusal) {}

  /**
   * Puts a definition, or changes it. A leader changes the waiting runs of its schedules.
   *
   * @param json an object with fields of a job, and optionally {@code inputSchema}
   */
  public Put put(String login, String name, String json) {
    DefinitionReader.Read read = reader.read(name, json, workerQueues.allowList());
    JobDefinition definition = read.definition();
    return definition == null
        ? new Put(Outcome.REFUSED, read.refusal())
        : new Put(put(login, definition, read.inputSchema()), null);
  }

  private Outcome put(String login, JobDefinition definition, @Nullable String inputSchema) {
    String name = definition.name();
    String before = lock(name, "FOR NO KEY UPDATE");
    if (before != null && !definition.queue().equals(queue(name))) {
      // Registrations that name it wait until it is decided
      lock(name, "FOR UPDATE");
      if (!schedules.usersOf(name).isEmpty()) {
        return Outcome.QUEUE_IN_USE;
      }
    }
    definitions.put(definition, inputSchema, login);
    String action = before == null ? "create definition" : "set definition";
    audit.note(login, action, name, before, lock(name, "FOR NO KEY UPDATE"));
    return before == null ? Outcome.CREATED : Outcome.CHANGED;
  }

  /** Deletes a definition that no schedule names. */
  public Deletion delete(String login, String name) {
    // Registrations that name it wait until it is decided
    String before = lock(name, "FOR UPDATE");
    if (before == null) {
      return Deletion.NOT_FOUND;
    }
    List<String> users = schedules.usersOf(name);
    if (users.isEmpty()) {
      schedules.forgetDefinition(name);
      texts(
          new SqlText("DELETE FROM scheduler.definition WHERE name = :name RETURNING name", name));
      audit.note(login, "delete definition", name, before, null);
    }
    return Deletion.of(users);
  }

  private @Nullable String queue(String name) {
    return first(new SqlText("SELECT queue FROM scheduler.definition WHERE name = :name", name));
  }

  /** Locks a definition, and describes it for the audit, which must have no payload. */
  private @Nullable String lock(String name, String strength) {
    return first(
        new SqlText(
            """
            SELECT json_strip_nulls(json_build_object(
                     'queue', queue, <settings>, 'bodyBytes', length(body), 'hash', hash, 'inputSchemaId', input_schema_id))::text
              FROM scheduler.definition WHERE name = :name
            """
                    .replace("<settings>", JobColumns.SETTINGS.each("'%4$s', %1$s"))
                + strength,
            name));
  }

  private @Nullable String first(SqlText sql) {
    return texts(sql).stream().findFirst().orElse(null);
  }

  private List<String> texts(SqlText sql) {
    return statements.query(PURPOSE, sql, row -> row.getString(1));
  }
}
