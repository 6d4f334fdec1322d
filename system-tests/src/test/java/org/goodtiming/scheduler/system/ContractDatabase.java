package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.datasource.LastResourceDataSource;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.schedule.ScheduleStore;

/**
 * A database of its own for the stores' contract tests, made as an administrator would with psql.
 */
public final class ContractDatabase {

  private static final String NAME = "contract";

  private static ContractDatabase shared;

  private final SystemStack stack;
  private final Sql sql;

  private ContractDatabase(SystemStack stack) {
    this.stack = stack;
    stack.execute("CREATE DATABASE " + NAME);
    stack.execute("GRANT CREATE ON DATABASE %s TO scheduler_owner".formatted(NAME));
    Sql owner = new Sql(stack.connectTo(NAME, DatabaseUser.OWNER));
    migrations().forEach(owner::execute);
    sql = new Sql(stack.connectTo(NAME, DatabaseUser.SUPERUSER));
    List.of("a", "b", "c").forEach(this::allow);
  }

  public static synchronized ContractDatabase shared() {
    if (shared == null) {
      shared = new ContractDatabase(SystemStack.shared());
    }
    return shared;
  }

  public DataSource xa() {
    return stack.connectTo(NAME, DatabaseUser.XA);
  }

  /** Of tracked jobs. */
  public ExecutionStore executions() {
    return new ExecutionStore(xa(), "node-1");
  }

  /** With a threshold of a minute. */
  public ScheduleStore schedules() {
    return new ScheduleStore(xa(), Duration.ofMinutes(1));
  }

  /** As the scheduler's nodes have it when the database is the last resource. */
  public LastResourceDataSource lastResource() {
    LastResourceDataSource dataSource =
        stack.connect(new LastResourceDataSource(), NAME, DatabaseUser.XA);
    dataSource.setApplicationName("node-9");
    return dataSource;
  }

  public DataSource lease() {
    return stack.connectTo(NAME, DatabaseUser.LEASE);
  }

  /** A database of the same server in which nobody has run a migration. */
  public DataSource withoutSchema() {
    return stack.connectTo("postgres", DatabaseUser.SUPERUSER);
  }

  /** The answer to the nodes' role. */
  public String valueAsNode(String query) {
    return new Sql(xa()).value(query);
  }

  void executeAs(DatabaseUser role, String statement) {
    new Sql(stack.connectTo(NAME, role)).execute(statement);
  }

  /** As after the migrations. */
  public void clear() {
    sql.execute(
        """
        TRUNCATE scheduler.job, scheduler.tombstone, scheduler.quarantine, scheduler.ledger_entry, scheduler.sql_registration,
                 scheduler.lease_history, scheduler.worker_queue, scheduler.lease, scheduler.registration_grant,
                 scheduler.execution, scheduler.execution_transition, scheduler.execution_input, scheduler.execution_result,
                 scheduler.schedule, scheduler.schedule_calendar, scheduler.calendar, scheduler.definition, scheduler.batch_operation, scheduler.idempotency_key;
        INSERT INTO scheduler.lease (partition) VALUES ('default');
        INSERT INTO scheduler.registration_grant (login, queue) VALUES ('test', '*')
        """);
    List.of("a", "b", "c").forEach(this::allow);
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

  private void allow(String queue) {
    sql.execute(
        "INSERT INTO scheduler.worker_queue (name) VALUES ('%s') ON CONFLICT DO NOTHING"
            .formatted(queue));
  }

  private static List<String> migrations() {
    Path directory = Path.of(System.getProperty("scheduler.root"), "sql", "migrations");
    try (Stream<Path> files = Files.list(directory)) {
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
