package org.goodtiming.scheduler.database;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.datasource.LastResourceDataSource;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.quarantine.QuarantinedMessage;
import org.goodtiming.scheduler.schedule.ScheduleStore;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** The scheduler's schema for the stores' tests, made as an administrator would with psql. */
public final class ContractDatabase {

  private static final String NAME = "contract";
  private static final Path SCRIPTS = Path.of("..", "sql");
  private static final String QUEUES =
      "INSERT INTO scheduler.worker_queue (name) VALUES ('a'), ('b'), ('c')";

  /** What tests fill. */
  private static final String TABLES =
      """
      scheduler.job, scheduler.dispatch_retry, scheduler.worker_queue_backlog, scheduler.canary, scheduler.tombstone, scheduler.quarantine, \
      scheduler.ledger_entry, scheduler.ledger_check, scheduler.sql_registration, \
      scheduler.lease_history, scheduler.worker_queue, scheduler.lease, scheduler.registration_grant, \
      scheduler.execution, scheduler.execution_transition, scheduler.execution_input, scheduler.execution_result, \
      scheduler.execution_note, scheduler.unended_run, scheduler.event, scheduler.webhook, scheduler.webhook_event, \
      scheduler.schedule, scheduler.schedule_calendar, scheduler.calendar, scheduler.definition, scheduler.batch_operation, \
      scheduler.idempotency_key, scheduler.statistic, scheduler.former_user, scheduler.node_duty, scheduler.dispatch_pause, \
      scheduler.child_job, scheduler.job_parent, scheduler.child_to_release, scheduler.job_batch, scheduler.job_batch_change""";

  private static ContractDatabase shared;

  private final PostgresServer server;
  private final Map<DatabaseRole, DataSource> pools = new ConcurrentHashMap<>();
  private final Sql sql;
  private @Nullable EntityManagerFactory entities;

  private ContractDatabase(PostgresServer server) {
    this.server = server;
    Sql cluster = new Sql(withoutSchema());
    cluster.execute("CREATE DATABASE " + NAME);
    cluster.execute("CREATE ROLE %s LOGIN".formatted(DatabaseRole.SHOP.login()));
    sql = new Sql(pool(DatabaseRole.SUPERUSER));
    sql.execute(read(SCRIPTS.resolve("roles.sql")));
    Sql owner = new Sql(connect(DatabaseRole.OWNER));
    migrations().forEach(owner::execute);
    sql.execute(QUEUES);
  }

  /** Starts the server at the first call. */
  public static synchronized ContractDatabase shared() {
    if (shared == null) {
      try {
        shared = new ContractDatabase(new PostgresServer());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return shared;
  }

  /** The server itself, to be stopped. */
  public PostgresServer server() {
    return server;
  }

  public DataSource xa() {
    return pool(DatabaseRole.XA);
  }

  /** Like {@link #xa}; each connection is a session of its own, which ends when it is closed. */
  public DataSource xaSessions() {
    return connect(DatabaseRole.XA);
  }

  /** The store of executions of tracked jobs. */
  public ExecutionStore executions() {
    return new ExecutionStore(xa(), "node-1");
  }

  /** A store of schedules with a threshold of a minute. */
  public ScheduleStore schedules() {
    return new ScheduleStore(xa(), Duration.ofMinutes(1));
  }

  /** The data source of nodes whose database is the last resource. */
  public LastResourceDataSource lastResource() {
    LastResourceDataSource dataSource =
        server.connect(new LastResourceDataSource(), NAME, DatabaseRole.XA);
    dataSource.setApplicationName("node-9");
    return dataSource;
  }

  /** The quarantine as the nodes have it; close the entity manager. */
  public synchronized EntityManager entities() {
    if (entities == null) {
      Configuration configuration = new Configuration();
      configuration.getProperties().put("hibernate.connection.datasource", xa());
      entities = configuration.addAnnotatedClass(QuarantinedMessage.class).buildSessionFactory();
    }
    return entities.createEntityManager();
  }

  /** A data source with the permissions of the pool of readers. */
  public DataSource reader() {
    return pool(DatabaseRole.READER);
  }

  /** Each connection is a session of its own, which ends when it is closed. */
  public DataSource lease() {
    return connect(DatabaseRole.LEASE);
  }

  /** An application's own connections; each is a session of its own. */
  public DataSource shop() {
    return connect(DatabaseRole.SHOP);
  }

  /** A database of the same server in which nobody has run a migration. */
  public DataSource withoutSchema() {
    return server.connect(new PGSimpleDataSource(), "postgres", DatabaseRole.SUPERUSER);
  }

  /** The answer to the nodes' role. */
  public String valueAsNode(String query) {
    return new Sql(xa()).value(query);
  }

  /** Whether the leader would run the task now. */
  public boolean hasWork(LeaderTask task) {
    return valueAsNode("SELECT " + task.condition()).equals("t");
  }

  /** Runs the task if it has work, like the leader. */
  public void runIfItHasWork(LeaderTask task) {
    if (hasWork(task)) {
      task.run();
    }
  }

  /** Executes the statement in a separate session. */
  public void executeAs(DatabaseRole role, String statement) {
    new Sql(connect(role)).execute(statement);
  }

  /** A database beside that of the scheduler. */
  record AnotherDatabase(String name, PostgresServer server) {

    void executeAs(DatabaseRole role, String statement) {
      new Sql(server.connect(new PGSimpleDataSource(), name, role)).execute(statement);
    }
  }

  /** Makes another database for a while, after a script of a superuser. */
  void inAnotherDatabase(String script, Consumer<AnotherDatabase> test) {
    AnotherDatabase other = new AnotherDatabase("another", server);
    Sql cluster = new Sql(withoutSchema());
    cluster.execute("CREATE DATABASE " + other.name());
    try {
      other.executeAs(DatabaseRole.SUPERUSER, read(SCRIPTS.resolve(script)));
      test.accept(other);
    } finally {
      cluster.execute("DROP DATABASE " + other.name());
    }
  }

  /** Restores the state after the migrations. */
  public void clear() {
    sql.execute(
        Sql.empty(TABLES)
            + """
            ;
            INSERT INTO scheduler.lease (partition) VALUES ('default');
            INSERT INTO scheduler.registration_grant (login, queue) VALUES ('test', '*');
            """
            + QUEUES);
  }

  public Instant now() {
    return sql.now();
  }

  public String value(String query) {
    return sql.value(query);
  }

  public void execute(String statement) {
    sql.execute(statement);
  }

  private DataSource pool(DatabaseRole role) {
    return pools.computeIfAbsent(role, of -> ConnectionPool.of(connect(of)));
  }

  private DataSource connect(DatabaseRole role) {
    return server.connect(new PGSimpleDataSource(), NAME, role);
  }

  private static List<String> migrations() {
    try (Stream<Path> files = Files.list(SCRIPTS.resolve("migrations"))) {
      return files
          .sorted(Comparator.comparingInt(ContractDatabase::version))
          .map(ContractDatabase::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int version(Path migration) {
    String name = migration.getFileName().toString();
    return Integer.parseInt(name.substring(1, name.indexOf("__")));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
