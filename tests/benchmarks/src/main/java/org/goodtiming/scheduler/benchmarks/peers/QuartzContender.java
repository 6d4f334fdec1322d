package org.goodtiming.scheduler.benchmarks.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Table;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** Quartz with its clustered JDBC store. */
final class QuartzContender implements Contender {
  private static final String PAYLOAD = "payload";
  private static final List<String> TABLES =
      List.of("qrtz_simple_triggers", "qrtz_triggers", "qrtz_fired_triggers");

  // More threads would only wait for each other: every step takes the single row lock of the
  // cluster.
  private static final int THREADS = 10;

  // Its query for due triggers has no limit of rows: without knowing the time it is planned for a
  // third of the table, and reads all of it for each trigger.
  private static final String PLANNED_BY_VALUES = "&options=-c%20plan_cache_mode=force_custom_plan";

  private static final int HOURS_A_DAY = 24;

  // Jobs are created by Quartz, without a way to hand them anything.
  private static volatile Consumer<String> handler = payload -> {};

  private final Access access;
  private final HikariDataSource database;
  private final JobDetail job;

  // One at a time: within a JVM Quartz knows them by name, and the name is that of the cluster.
  private Scheduler scheduler;

  /**
   * Enters.
   *
   * @param requestsRecovery whether what was running on a node that died is to run again
   */
  QuartzContender(Access access, boolean requestsRecovery) throws SchedulerException {
    this.access = access;
    this.database = access.pool(2);
    this.job =
        JobBuilder.newJob(Check.class)
            .withIdentity("check")
            .storeDurably()
            .requestRecovery(requestsRecovery)
            .build();
    scheduler = scheduler(Purpose.PUNCTUALITY);
  }

  @Override
  public void install() throws SchedulerException, SQLException, IOException {
    try (var tables =
        Scheduler.class.getResourceAsStream("/org/quartz/impl/jdbcjobstore/tables_postgres.sql")) {
      Table.run(database, new String(tables.readAllBytes(), UTF_8));
    }
    scheduler.addJob(job, true);
  }

  @Override
  public String settings() {
    return "clustered JDBC store, %d threads, one durable job with a trigger for each registration, "
            .formatted(THREADS)
        + "batchTriggerAcquisitionMaxCount %d for throughput and %d for lateness, "
            .formatted(batch(Purpose.THROUGHPUT), batch(Purpose.PUNCTUALITY))
        + "acquireTriggersWithinLock, useProperties, plan_cache_mode force_custom_plan, HikariCP";
  }

  @Override
  public void register(Job registered) throws SchedulerException {
    scheduler.scheduleJob(trigger(registered));
  }

  // One transaction, and one turn of the cluster's lock, for all of them.
  @Override
  public void registerAll(List<Job> jobs) throws SchedulerException {
    registerAll(jobs, this::trigger);
  }

  @Override
  public void registerRecurring(List<Job> jobs) throws SchedulerException {
    registerAll(jobs, this::dailyTrigger);
  }

  @Override
  public void settle() throws SQLException {
    for (var table : TABLES) {
      new Table(database, table).vacuum();
    }
  }

  @Override
  public void start(Purpose purpose, Consumer<String> newHandler) throws SchedulerException {
    handler = newHandler;
    scheduler.shutdown();
    scheduler = scheduler(purpose);
    scheduler.start();
  }

  // A scheduler that was shut down does not even register.
  @Override
  public void stop() throws SchedulerException {
    scheduler.shutdown(true);
    scheduler = scheduler(Purpose.PUNCTUALITY);
  }

  @Override
  public void addWaiting(int jobs) throws SchedulerException, SQLException {
    register(Waiting.JOB);
    var condition = "original.trigger_name = '%d'".formatted(Waiting.JOB.number());
    var name = Map.of("trigger_name", "'waiting-' || copy");
    new Table(database, "qrtz_triggers").copy(condition, name, jobs);
    new Table(database, "qrtz_simple_triggers").copy(condition, name, jobs);
    scheduler.unscheduleJob(trigger(Waiting.JOB).getKey());
  }

  @Override
  public void forgetDue() throws SQLException {
    for (var table : TABLES) {
      Table.run(database, "DELETE FROM " + table + " WHERE trigger_name NOT LIKE 'waiting-%'");
      new Table(database, table).vacuum();
    }
  }

  @Override
  public void close() throws SchedulerException {
    scheduler.shutdown(true);
    database.close();
  }

  private void registerAll(List<Job> jobs, Function<Job, Trigger> toTrigger)
      throws SchedulerException {
    Set<Trigger> triggers = new HashSet<>();
    jobs.forEach(registered -> triggers.add(toTrigger.apply(registered)));
    scheduler.scheduleJobs(Map.of(job, triggers), true);
  }

  private Trigger trigger(Job registered) {
    return builder(registered).build();
  }

  private Trigger dailyTrigger(Job registered) {
    return builder(registered)
        .withSchedule(SimpleScheduleBuilder.repeatHourlyForever(HOURS_A_DAY))
        .build();
  }

  private TriggerBuilder<Trigger> builder(Job registered) {
    return TriggerBuilder.newTrigger()
        .withIdentity(Integer.toString(registered.number()))
        .forJob(job)
        .usingJobData(PAYLOAD, registered.payload())
        .startAt(Date.from(registered.due()));
  }

  // For throughput as many triggers at once as there are threads. For punctuality one by one, the
  // default: Quartz waits with a batch until its first trigger is due, and the others come late.
  private static int batch(Purpose purpose) {
    return switch (purpose) {
      case THROUGHPUT, RECOVERY -> THREADS;
      case PUNCTUALITY -> 1;
    };
  }

  // A node counts as dead 7.5 s, which cannot be set, after it should have checked in.
  private static String checkinMillis(Purpose purpose) {
    return switch (purpose) {
      case THROUGHPUT, PUNCTUALITY -> "7500";
      case RECOVERY -> "1000";
    };
  }

  private Scheduler scheduler(Purpose purpose) throws SchedulerException {
    var batch = batch(purpose);
    var settings = new Properties();
    settings.put("org.quartz.scheduler.instanceName", "bench");
    settings.put("org.quartz.scheduler.instanceId", "AUTO");
    settings.put("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", Integer.toString(batch));
    settings.put("org.quartz.threadPool.threadCount", Integer.toString(THREADS));
    settings.put("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
    settings.put(
        "org.quartz.jobStore.driverDelegateClass",
        "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
    settings.put("org.quartz.jobStore.isClustered", "true");
    settings.put("org.quartz.jobStore.clusterCheckinInterval", checkinMillis(purpose));
    // Strings instead of serialized objects
    settings.put("org.quartz.jobStore.useProperties", "true");
    // Required for batches; without a batch Quartz acquires without the lock unless told so
    settings.put("org.quartz.jobStore.acquireTriggersWithinLock", Boolean.toString(batch > 1));
    // A backlog is to be worked off, not to be treated as misfired in the meantime
    settings.put("org.quartz.jobStore.misfireThreshold", "3600000");
    settings.put("org.quartz.jobStore.dataSource", "bench");
    settings.put("org.quartz.dataSource.bench.provider", "hikaricp");
    settings.put("org.quartz.dataSource.bench.driver", "org.postgresql.Driver");
    settings.put("org.quartz.dataSource.bench.URL", access.tunedUrl() + PLANNED_BY_VALUES);
    settings.put("org.quartz.dataSource.bench.user", access.databaseUser());
    settings.put("org.quartz.dataSource.bench.password", access.databasePassword());
    // The threads, the one that acquires, and the one that watches for misfires and dead nodes
    settings.put("org.quartz.dataSource.bench.maxConnections", Integer.toString(THREADS + 2));
    return new StdSchedulerFactory(settings).getScheduler();
  }

  /** The job that Quartz creates for each due trigger. */
  public static final class Check implements org.quartz.Job {
    @Override
    public void execute(JobExecutionContext context) {
      handler.accept(context.getTrigger().getJobDataMap().getString(PAYLOAD));
    }
  }
}
