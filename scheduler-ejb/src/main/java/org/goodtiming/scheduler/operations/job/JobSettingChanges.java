package org.goodtiming.scheduler.operations.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.sql.Timestamp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.PropertiesJson;
import org.goodtiming.scheduler.job.RunLimit;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobChanges.Outcome;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Changes the retry policy of a waiting job and the limit of its run, for operators, in the
 * caller's transaction. Those of a schedule's run apply to the runs after it, too.
 */
@Singleton
public final class JobSettingChanges {

  private static final String PURPOSE = "change the settings of a job";

  private static final JsonProvider JSON = JsonProvider.provider();

  // It is a new intent: earlier messages of its registrant no longer change it
  private static final String WRITE =
      """
      WITH changed AS (
        UPDATE scheduler.job SET properties = ?::text, sent_at = greatest(sent_at, ?) WHERE id = ?
        RETURNING fire_id, queue, properties),
      input AS (
        UPDATE scheduler.execution_input i SET job = jsonb_set(i.job, '{properties}', coalesce(to_jsonb(c.properties), 'null'))
          FROM changed c WHERE i.fire_id = c.fire_id),
      limited AS (
        UPDATE scheduler.execution e SET run_limit = l.run_limit, overdue_at = e.due_at + l.run_limit, changed_at = clock_timestamp()
          FROM changed c CROSS JOIN LATERAL (SELECT <run limit> AS run_limit) l
         WHERE e.fire_id = c.fire_id)
      SELECT fire_id FROM changed
      """
          .replace("<run limit>", RunLimit.sql("c"));

  private final Statements statements;
  private final Audit audit;

  @Inject
  JobSettingChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /**
   * Changes some of the job's settings.
   *
   * @param changes empty: what its worker queue says shall apply
   */
  public Outcome set(String login, JobKey key, Map<JobProperty, Optional<String>> changes) {
    LockedJob job = LockedJob.find(statements, key).orElse(null);
    if (job == null) {
      return Outcome.NOT_WAITING;
    }
    String before = properties(job);
    String after = PropertiesJson.with(before, changes);
    statements.query(
        PURPOSE,
        new SqlText(WRITE, after, Timestamp.from(job.now()), job.id()),
        row -> row.getString("fire_id"));
    audit.note(login, "set job", key.toString(), describe(before), describe(after));
    return Outcome.CHANGED;
  }

  private @Nullable String properties(LockedJob job) {
    SqlText sql = new SqlText("SELECT properties FROM scheduler.job WHERE id = ?", job.id());
    List<Optional<String>> found =
        statements.query(PURPOSE, sql, row -> Optional.ofNullable(row.getString("properties")));
    return found.get(0).orElse(null);
  }

  private static String describe(@Nullable String properties) {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    PropertiesJson.carried(properties)
        .forEach(
            (property, value) -> {
              if (property == JobProperty.RETRY || property == JobProperty.RUN_TIMEOUT) {
                json.add(property.lineField(), value.toString());
              }
            });
    return json.build().toString();
  }
}
