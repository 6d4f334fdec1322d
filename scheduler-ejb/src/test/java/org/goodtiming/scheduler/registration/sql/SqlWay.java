package org.goodtiming.scheduler.registration.sql;

import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.contract.Parsers;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.LocalSynchronizations;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.operations.schedule.DefinitionStore;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.registration.Registrar;
import org.goodtiming.scheduler.registration.RegistrationBatchStore;
import org.goodtiming.scheduler.sql.InlineTransactions;

/** Registration by SQL, and the part of it that a node does. */
final class SqlWay {

  static final int MAX_BODY_BYTES = 1000;
  static final int MAX_PROPERTY_BYTES = 400;

  private static final RegistrationConfig LIMITS =
      new RegistrationConfig(
          8,
          100,
          MAX_BODY_BYTES,
          MAX_PROPERTY_BYTES,
          new RegistrationConfig.Bulk(1000, 1024 * 1024));

  static final Repetition REPETITION =
      new Repetition() {
        @Override
        public boolean goesOn() {
          return true;
        }

        @Override
        public void failed(String what, Throwable failure) {}
      };

  private final ContractDatabase database = ContractDatabase.shared();
  private final SqlRegistrationStore requests = new SqlRegistrationStore(database.xa());

  /** A call of {@code scheduler.register}. */
  record Call(String properties, String body) {}

  /** Empties the database; the shop may register for queues a and b, and a node accepts it all. */
  void begin() {
    database.clear();
    database.execute(
        """
        DELETE FROM scheduler.node;
        INSERT INTO scheduler.node (name, version, started_at, seen_at, clock_offset, max_body_bytes, max_property_bytes)
        VALUES ('node-1', '1.0', now(), now(), 'PT0S', %d, %d);
        GRANT USAGE ON SCHEMA scheduler TO shop;
        GRANT EXECUTE ON FUNCTION scheduler.register(jsonb, text), scheduler.register_all(jsonb[], text[]) TO shop;
        INSERT INTO scheduler.registration_grant (login, queue) VALUES ('shop', 'a'), ('shop', 'b');
        INSERT INTO scheduler.definition (name, queue, priority, body_is_text, body) VALUES ('of-a', 'a', 4, true, 'defined')
        """
            .formatted(MAX_BODY_BYTES, MAX_PROPERTY_BYTES));
  }

  void end() {
    database.clear();
    database.execute(
        """
        DELETE FROM scheduler.node;
        REVOKE EXECUTE ON FUNCTION scheduler.register(jsonb, text), scheduler.register_all(jsonb[], text[]) FROM shop;
        REVOKE USAGE ON SCHEMA scheduler FROM shop
        """);
  }

  /** From now on nodes store all, as before, because one does not tell what it accepts. */
  void leaveAllToNodes() {
    database.execute("UPDATE scheduler.node SET max_body_bytes = NULL");
  }

  static void register(Connection session, Call call) {
    run(
        session,
        "SELECT scheduler.register(?::jsonb, ?)",
        statement -> {
          statement.setString(1, call.properties());
          statement.setString(2, call.body());
        });
  }

  /** Stores the job at once, if it is plain. */
  static void store(Connection session, Call call) {
    registerAll(session, List.of(call));
  }

  static void registerAll(Connection session, List<Call> calls) {
    run(
        session,
        "SELECT scheduler.register_all(?::jsonb[], ?)",
        statement -> {
          statement.setArray(1, texts(session, calls.stream().map(Call::properties).toArray()));
          statement.setArray(2, texts(session, calls.stream().map(Call::body).toArray()));
        });
  }

  /** Does what a node does once a second. */
  void node() {
    EntityManager entities = database.entities();
    try {
      Registrar registrar = registrar(database.xa(), entities);
      entities.getTransaction().begin();
      new SqlRegistrations(registrar).register(requests.take(0, Long.MAX_VALUE, 1000, List.of()));
      entities.getTransaction().commit();
    } finally {
      entities.close();
    }
  }

  /** The task of a node, which refuses none of the requests. */
  SqlRegistrationPoller poller(OpenTransaction transaction) {
    DataSource dataSource = transaction.dataSource();
    Registrar registrar = registrar(dataSource, null);
    return new SqlRegistrationPoller(
        new SchemaVersion(database.xa()),
        new SqlRegistrationTransactions(
            new Commits(transaction),
            new SqlRegistrationStore(dataSource),
            new SqlRegistrations(registrar),
            new RegistrationBatchStore(
                registrar,
                null,
                new DueSignal(new LocalSynchronizations()),
                event -> {},
                new LocalSynchronizations(),
                null),
            LIMITS));
  }

  private Registrar registrar(DataSource dataSource, EntityManager entities) {
    return new Registrar(
        new JobStore(dataSource, database.executions(), database.schedules()),
        new WorkerQueueStore(dataSource),
        new Quarantine(entities, "node1"),
        Parsers.of(LIMITS, new DefinitionStore(dataSource)),
        now -> QuietPeriod.NONE,
        JobTracing.OFF);
  }

  /** Commits or rolls back one transaction after the other. */
  private static final class Commits extends InlineTransactions {

    private final OpenTransaction transaction;

    Commits(OpenTransaction transaction) {
      this.transaction = transaction;
    }

    @Override
    public <T> T call(Supplier<T> work) {
      try {
        try {
          T result = work.get();
          transaction.commit();
          return result;
        } catch (RuntimeException e) {
          transaction.rollback();
          throw e;
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  long waiting() {
    return requests.waiting(0, 1000).size();
  }

  static Connection transaction(DataSource database) throws SQLException {
    Connection session = database.getConnection();
    session.setAutoCommit(false);
    return session;
  }

  static void execute(Connection session, String sql) {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static java.sql.Array texts(Connection session, Object[] values) throws SQLException {
    return session.createArrayOf("text", values);
  }

  private interface Parameters {
    void set(PreparedStatement statement) throws SQLException;
  }

  private static void run(Connection session, String sql, Parameters parameters) {
    try (PreparedStatement statement = session.prepareStatement(sql)) {
      parameters.set(statement);
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /**
   * What waits and what is kept, without what differs between two registrations of the same job.
   */
  List<String> outcome() {
    return new Sql(database.xa())
        .values(
            """
            SELECT concat_ws(' ', to_jsonb(j) - '{id,fire_id,registered_at,sent_at,message_id,due_at,eligible_at,resumes_at,properties}'::text[],
                             j.properties::jsonb,
                             CASE WHEN j.due_at BETWEEN j.sent_at AND j.sent_at + interval 'P10D' AND j.planned_at IS NULL THEN (j.due_at - j.sent_at)::text ELSE j.due_at::text END,
                             CASE WHEN j.eligible_at = j.due_at THEN 'due' ELSE j.eligible_at::text END, j.resumes_at = j.due_at)
              FROM scheduler.job j
            UNION ALL
            SELECT concat_ws(' ', 'quarantine', code, queue, job_id, sent_by, properties, body, count(*)) FROM scheduler.quarantine
             GROUP BY code, queue, job_id, sent_by, properties, body
             ORDER BY 1
            """);
  }
}
