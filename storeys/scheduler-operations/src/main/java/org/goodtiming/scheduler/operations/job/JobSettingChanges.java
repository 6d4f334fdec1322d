package org.goodtiming.scheduler.operations.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.PropertiesJson;
import org.goodtiming.scheduler.job.hold.WaitingJobs;
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

  private final Statements statements;
  private final WaitingJobs jobs;
  private final Audit audit;

  @Inject
  JobSettingChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    jobs = new WaitingJobs(dataSource, new ExecutionStore(dataSource, audit.node()));
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
    jobs.setProperties(job.id(), after);
    audit.note(login, "set job", key.toString(), describe(before), describe(after));
    return Outcome.CHANGED;
  }

  private @Nullable String properties(LockedJob job) {
    SqlText sql = new SqlText("SELECT properties FROM scheduler.job WHERE id = :id", job.id());
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
