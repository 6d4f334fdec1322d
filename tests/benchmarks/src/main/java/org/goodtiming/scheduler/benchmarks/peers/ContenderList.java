package org.goodtiming.scheduler.benchmarks.peers;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.benchmarks.report.Measure;
import org.jobrunr.scheduling.JobRequestScheduler;

/** The contenders. */
enum ContenderList {
  GOOD_TIMING(
      "Good Timing",
      GoodTimingContender.class,
      GoodTimingContender::byMessage,
      new Pace(2000, 30_000, 25_000, 3000),
      EnumSet.allOf(Server.class)),
  GOOD_TIMING_SQL(
      "Good Timing, registration by SQL",
      GoodTimingContender.class,
      GoodTimingContender::bySql,
      new Pace(5000, 30_000, 25_000, 3000),
      EnumSet.allOf(Server.class)),
  QUARTZ(
      "Quartz",
      org.quartz.Scheduler.class,
      access -> new QuartzContender(access, false),
      new Pace(600, 900, 400, 300),
      EnumSet.of(Server.DATABASE)),
  QUARTZ_RECOVERY(
      "Quartz, requestsRecovery",
      org.quartz.Scheduler.class,
      access -> new QuartzContender(access, true),
      new Pace(600, 900, 400, 300),
      EnumSet.of(Server.DATABASE)),
  DB_SCHEDULER(
      "db-scheduler",
      com.github.kagkarlsson.scheduler.Scheduler.class,
      DbSchedulerContender::new,
      new Pace(7000, 100_000, 7000, 5000),
      EnumSet.of(Server.DATABASE)),
  JOBRUNR(
      "JobRunr",
      JobRequestScheduler.class,
      JobRunrContender::new,
      new Pace(3000, 20_000, 1500, 0),
      EnumSet.of(Server.DATABASE)),
  EJB_TIMERS(
      "EJB timers",
      EjbTimersContender.class,
      EjbTimersContender::new,
      new Pace(2000, 20_000, 2500, 0),
      EnumSet.of(Server.DATABASE)),
  ARTEMIS(
      "Artemis, scheduled delivery",
      ActiveMQConnectionFactory.class,
      access -> new ArtemisContender(access, "bench.scheduled", true),
      new Pace(4500, 35_000, 70_000, 0),
      EnumSet.of(Server.BROKER)),
  JMS(
      "JMS alone",
      ActiveMQConnectionFactory.class,
      access -> new ArtemisContender(access, "bench.plain", false),
      new Pace(4500, 40_000, 70_000, 0),
      EnumSet.of(Server.BROKER)),
  POSTGRESQL(
      "PostgreSQL alone",
      org.postgresql.Driver.class,
      PostgresContender::new,
      new Pace(10_000, 200_000, 300_000, 0),
      EnumSet.of(Server.DATABASE));

  /** The processes that may work for a contender beside its own. */
  enum Server {
    DATABASE,
    BROKER,
    NODE
  }

  /** Lets a contender enter its JVM. */
  interface Door {
    Contender enter(Access access) throws Exception;
  }

  /**
   * Jobs a second to expect, by which the rounds are sized.
   *
   * @param recurring 0: has no jobs that recur, or is not made for many of them
   */
  record Pace(int register, int bulk, int drain, int recurring) {
    int of(Measure measure) {
      return switch (measure) {
        case REGISTER -> register;
        case REGISTER_BULK -> bulk;
        case DRAIN -> drain;
        case RECURRING -> recurring;
        case LATENESS -> throw new IllegalArgumentException("lateness has its own rate");
      };
    }
  }

  private static final int MAX_IN_MEMORY = 100_000;

  private final String title;
  private final Class<?> library;
  private final Door door;
  private final Pace pace;
  private final Set<Server> servers;

  ContenderList(String title, Class<?> library, Door door, Pace pace, Set<Server> servers) {
    this.title = title;
    this.library = library;
    this.door = door;
    this.pace = pace;
    this.servers = servers;
  }

  String title() {
    return title;
  }

  /** The name on the command line and in files. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The contenders with these names.
   *
   * @throws IllegalArgumentException with a message that lists all names
   */
  static List<ContenderList> named(List<String> ids) {
    return ids.stream().map(ContenderList::named).toList();
  }

  /** The contenders if none is named; leaves out variants that differ in a single respect. */
  static List<ContenderList> usual() {
    return Arrays.stream(values())
        .filter(one -> one != QUARTZ_RECOVERY && one != GOOD_TIMING_SQL)
        .toList();
  }

  static ContenderList named(String id) {
    return Arrays.stream(values())
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "BENCH-0001 there is no contender '%s': choose among %s".formatted(id, ids())));
  }

  static String ids() {
    return Arrays.stream(values()).map(ContenderList::id).collect(Collectors.joining(", "));
  }

  Contender enter(Access access) throws Exception {
    return door.enter(access);
  }

  Pace pace() {
    return pace;
  }

  boolean uses(Server server) {
    return servers.contains(server);
  }

  /** Whether it is asked for this: limits know no due time. */
  boolean takesPartIn(Measure measure) {
    return switch (measure) {
      case REGISTER, REGISTER_BULK, DRAIN -> true;
      case RECURRING -> pace.recurring() > 0;
      case LATENESS -> this != JMS && this != POSTGRESQL;
    };
  }

  /**
   * Whether that many jobs that are not due can wait in it: a plain queue hands out all, and
   * Artemis and EJB timers keep them in memory, too: not asked to take a million.
   */
  boolean letsWait(int jobs) {
    return switch (this) {
      case JMS -> false;
      case ARTEMIS, EJB_TIMERS -> jobs <= MAX_IN_MEMORY;
      case GOOD_TIMING,
          GOOD_TIMING_SQL,
          QUARTZ,
          QUARTZ_RECOVERY,
          DB_SCHEDULER,
          JOBRUNR,
          POSTGRESQL ->
          true;
    };
  }

  /** Name and version of the library, as its file is called. */
  String version() {
    var file = library.getProtectionDomain().getCodeSource().getLocation().getPath();
    return file.substring(file.lastIndexOf('/') + 1).replaceFirst("\\.jar$", "");
  }
}
