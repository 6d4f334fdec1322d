package org.goodtiming.scheduler.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Table;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson.JacksonJsonMapper;
import org.jspecify.annotations.Nullable;

/** JobRunr's free edition. */
final class JobRunrContender implements Contender {
  private static final String TABLE = "jobrunr_jobs";

  // Twice its default on two cores: it fetches as many jobs as workers are idle.
  private static final int WORKERS = 32;

  // The shortest that its documentation names for SQL. It runs what is due within the next
  // interval,
  // so that with a longer one jobs come earlier still.
  private static final Duration POLLING = Duration.ofSeconds(5);

  // Handlers are created by JobRunr, without a way to hand them anything.
  private static volatile Consumer<String> handler = payload -> {};

  private final HikariDataSource database;
  private final JacksonJsonMapper json = new JacksonJsonMapper();
  private final PostgresStorageProvider storage;
  private final JobRequestScheduler scheduler;
  private @Nullable BackgroundJobServer server;

  JobRunrContender(Access access) {
    database = access.pool(WORKERS);
    storage = new PostgresStorageProvider(database);
    storage.setJobMapper(new JobMapper(json));
    scheduler = new JobRequestScheduler(storage);
  }

  @Override
  public String settings() {
    return "free edition, %d workers, polling every %d s, job requests instead of lambdas, Jackson, HikariCP"
        .formatted(WORKERS, POLLING.toSeconds());
  }

  @Override
  public void register(Job job) {
    scheduler.schedule(job.due(), new Check(job.payload()));
  }

  @Override
  public void registerAll(List<Job> jobs) {
    scheduler.create(
        jobs.stream()
            .map(
                job ->
                    JobBuilder.aJob()
                        .scheduleAt(job.due())
                        .withJobRequest(new Check(job.payload()))));
  }

  @Override
  public void settle() throws SQLException {
    new Table(database, TABLE).vacuum();
  }

  @Override
  public void start(Purpose purpose, Consumer<String> newHandler) {
    handler = newHandler;
    var configuration =
        BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
            .andWorkerCount(WORKERS)
            .andPollInterval(POLLING);
    server = new BackgroundJobServer(storage, json, null, configuration);
    server.start();
  }

  @Override
  public void stop() {
    if (server != null) {
      server.stop();
    }
  }

  @Override
  public void addWaiting(int jobs) throws SQLException {
    register(Waiting.JOB);
    new Table(database, TABLE)
        .copy("scheduledat > " + Waiting.BORDER, Map.of("id", "gen_random_uuid()::text"), jobs - 1);
  }

  @Override
  public void forgetDue() throws SQLException {
    Table.run(
        database,
        "DELETE FROM jobrunr_jobs WHERE state <> 'SCHEDULED' OR scheduledat < " + Waiting.BORDER);
    new Table(database, TABLE).vacuum();
  }

  @Override
  public void close() {
    stop();
    storage.close();
    database.close();
  }

  /** The stored request, as JSON of its field. */
  public static final class Check implements JobRequest {
    private String payload = "";

    /** Needed by JSON. */
    public Check() {}

    Check(String payload) {
      this.payload = payload;
    }

    @Override
    public Class<CheckHandler> getJobRequestHandler() {
      return CheckHandler.class;
    }
  }

  /** The handler that JobRunr creates for each due job. */
  public static final class CheckHandler implements JobRequestHandler<Check> {
    @Override
    public void run(Check check) {
      handler.accept(check.payload);
    }
  }
}
