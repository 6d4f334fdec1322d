package org.goodtiming.scheduler.benchmarks.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTaskWithPersistentSchedule;
import com.github.kagkarlsson.scheduler.task.helper.ScheduleAndData;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.Schedule;
import com.github.kagkarlsson.scheduler.task.schedule.Schedules;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Table;
import org.jspecify.annotations.Nullable;

/** db-scheduler with lock-and-fetch. */
final class DbSchedulerContender implements Contender {
  private static final String TABLE = "scheduled_tasks";

  // Many threads share the commits of PostgreSQL's group commit.
  private static final int THREADS = 50;

  // "For high throughput (i.e. keep threads busy), set to for example 1.0, 4.0" (its README).
  private static final double LOWER_LIMIT = 1.0;
  private static final double UPPER_LIMIT = 4.0;

  // The fewest that it takes.
  private static final int MISSED_HEARTBEATS = 4;

  private final HikariDataSource database;
  private final SchedulerClient client;
  private final OneTimeTask<String> check;
  private final RecurringTaskWithPersistentSchedule<DailyCheck> dailyCheck;
  private volatile Consumer<String> handler = payload -> {};
  private @Nullable Scheduler scheduler;

  DbSchedulerContender(Access access) {
    database = access.pool(THREADS);
    check =
        Tasks.oneTime("check", String.class)
            .execute((instance, context) -> handler.accept(instance.getData()));
    dailyCheck =
        Tasks.recurringWithPersistentSchedule("daily check", DailyCheck.class)
            .execute((instance, context) -> handler.accept(instance.getData().payload()));
    client = SchedulerClient.Builder.create(database).serializer(new PlainText()).build();
  }

  @Override
  public void install() throws SQLException {
    Table.run(
        database,
        """
        CREATE TABLE scheduled_tasks (
          task_name            text        NOT NULL,
          task_instance        text        NOT NULL,
          task_data            bytea,
          execution_time       timestamptz NOT NULL,
          picked               boolean     NOT NULL,
          picked_by            text,
          last_success         timestamptz,
          last_failure         timestamptz,
          consecutive_failures integer,
          last_heartbeat       timestamptz,
          version              bigint      NOT NULL,
          priority             smallint,
          PRIMARY KEY (task_name, task_instance)
        );
        CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
        CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)""");
  }

  @Override
  public String settings() {
    return "lock-and-fetch %s to %s, %d threads, polling every %d ms for throughput and %d ms for lateness, "
            .formatted(
                LOWER_LIMIT,
                UPPER_LIMIT,
                THREADS,
                polling(Purpose.THROUGHPUT).toMillis(),
                polling(Purpose.PUNCTUALITY).toMillis())
        + "text as task data, scheduleBatch with rewritten inserts, no index for priorities, HikariCP";
  }

  @Override
  public void register(Job job) {
    client.schedule(instance(job));
  }

  @Override
  public void registerAll(List<Job> jobs) {
    registerAll(jobs, this::instance);
  }

  @Override
  public void registerRecurring(List<Job> jobs) {
    registerAll(jobs, this::dailyInstance);
  }

  @Override
  public void settle() throws SQLException {
    new Table(database, TABLE).vacuum();
  }

  @Override
  public void start(Purpose purpose, Consumer<String> newHandler) {
    handler = newHandler;
    scheduler =
        Scheduler.create(database, check, dailyCheck)
            .threads(THREADS)
            .pollUsingLockAndFetch(LOWER_LIMIT, UPPER_LIMIT)
            .pollingInterval(polling(purpose))
            .heartbeatInterval(heartbeat(purpose))
            .missedHeartbeatsLimit(MISSED_HEARTBEATS)
            .serializer(new PlainText())
            .build();
    scheduler.start();
  }

  @Override
  public void stop() {
    if (scheduler != null) {
      scheduler.stop();
    }
  }

  @Override
  public void addWaiting(int jobs) throws SQLException {
    register(Waiting.JOB);
    new Table(database, TABLE)
        .copy(
            "original.task_instance = '%d'".formatted(Waiting.JOB.number()),
            Map.of("task_instance", "'waiting-' || copy"),
            jobs - 1);
  }

  @Override
  public void forgetDue() throws SQLException {
    Table.run(database, "DELETE FROM scheduled_tasks WHERE execution_time < " + Waiting.BORDER);
    new Table(database, TABLE).vacuum();
  }

  @Override
  public void close() {
    stop();
    database.close();
  }

  // It is as late as half of this on average; the default is 10 s.
  private static Duration polling(Purpose purpose) {
    return switch (purpose) {
      case THROUGHPUT, RECOVERY -> Duration.ofMillis(100);
      case PUNCTUALITY -> Duration.ofMillis(10);
    };
  }

  // By default a node counts as dead after 30 minutes.
  private static Duration heartbeat(Purpose purpose) {
    return switch (purpose) {
      case THROUGHPUT, PUNCTUALITY -> SchedulerBuilder.DEFAULT_HEARTBEAT_INTERVAL;
      case RECOVERY -> Duration.ofSeconds(1);
    };
  }

  private void registerAll(List<Job> jobs, Function<Job, SchedulableInstance<?>> toInstance) {
    List<SchedulableInstance<?>> instances = new ArrayList<>(jobs.size());
    jobs.forEach(job -> instances.add(toInstance.apply(job)));
    client.scheduleBatch(instances);
  }

  private SchedulableInstance<DailyCheck> dailyInstance(Job job) {
    return SchedulableInstance.of(
        new TaskInstance<>(
            dailyCheck.getName(), Integer.toString(job.number()), new DailyCheck(job.payload())),
        job.due());
  }

  private SchedulableInstance<String> instance(Job job) {
    return SchedulableInstance.of(
        check.instance(Integer.toString(job.number()), job.payload()), job.due());
  }

  /** A job that recurs; its schedule is not stored, which makes it faster. */
  private record DailyCheck(String payload) implements ScheduleAndData {
    @Override
    public Schedule getSchedule() {
      return Schedules.fixedDelay(Duration.ofDays(1));
    }

    @Override
    public Object getData() {
      return payload;
    }
  }

  /** Instead of Java's serialization, which is slower. */
  private static final class PlainText implements Serializer {
    @Override
    public byte[] serialize(Object data) {
      var text = data instanceof DailyCheck daily ? daily.payload() : data.toString();
      return text.getBytes(UTF_8);
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] data) {
      var text = new String(data, UTF_8);
      return type.cast(type == DailyCheck.class ? new DailyCheck(text) : text);
    }
  }
}
