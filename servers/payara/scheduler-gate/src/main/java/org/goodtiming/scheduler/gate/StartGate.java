package org.goodtiming.scheduler.gate;

import jakarta.jms.JMSContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.log.EventLog;
import org.goodtiming.scheduler.recovery.HeuristicOutcomes;
import org.goodtiming.scheduler.recovery.InDoubtWatch;
import org.goodtiming.scheduler.recovery.PreparedTransactions;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Runs before the server of a node, with its environment. A server recovers its transactions while
 * it boots, from a log that a crash may have corrupted. It loses the decisions on transactions
 * whose database or broker is away at that moment, and mistakes transactions of another server with
 * the same name for its own. Therefore the gate resolves all transactions before the start.
 */
public final class StartGate {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(10);

  /** A server that was killed leaves sessions behind for a moment. */
  private static final Duration LAST_BREATH = Duration.ofSeconds(15);

  private static final String UNANSWERED =
      "SCHED-0622 %s did not answer within 10 minutes: without it the server could lose decisions on transactions. Start it, or correct its address or login in the environment of the node";

  private static final int REFUSED = 1;

  private final GateEnvironment environment;

  private StartGate(GateEnvironment environment) {
    this.environment = environment;
  }

  /** Ends with status 0 if the server may start; otherwise prints the reason. */
  public static void main(String[] arguments) throws InterruptedException {
    try {
      new StartGate(GateEnvironment.of(System.getenv())).open();
      System.out.println("The server may start");
      System.exit(0);
    } catch (GateException e) {
      System.out.println(e.getMessage());
      System.exit(REFUSED);
    }
  }

  private void open() throws InterruptedException {
    String database = "the database " + environment.databaseAddress();
    String broker = "the broker at " + environment.brokerAddress();
    require(database, this::databaseAnswers, PATIENCE, UNANSWERED.formatted(database));
    requireSchema();
    require(broker, this::brokerAnswers, PATIENCE, UNANSWERED.formatted(broker));
    require(
        "the end of another node named '%s'".formatted(environment.node()),
        this::twin,
        LAST_BREATH,
        "SCHED-0621 a node named '%s' is running. Two nodes with the same name would roll back each other's transactions: stop that node, or set another SCHEDULER_NODE_NAME"
            .formatted(environment.node()));
    settle();
  }

  /** Without it the scheduler would not load, and the server would run without it. */
  private void requireSchema() {
    Optional<String> problem = ask(new SchemaVersion(environment.database())::problem);
    if (problem.isPresent()) {
      throw new GateException(problem.get());
    }
  }

  private void settle() {
    long own;
    long unknown;
    try {
      Events events = new EventLog()::on;
      var watch =
          new InDoubtWatch(
              new PreparedTransactions(
                  environment.database(),
                  environment.broker(),
                  new BrokerManagement(environment.broker()),
                  environment.node(),
                  events),
              events);
      own = watch.settleOwn();
      unknown = watch.ofUnknownNodes();
      new HeuristicOutcomes(environment.broker()).forget(environment.node());
    } catch (RuntimeException e) {
      throw new GateException(
          "SCHED-0623 could not resolve the transactions that an earlier run left in doubt: "
              + e.getMessage());
    }
    long left = environment.log().discardUnlessNeeded(own, unknown);
    if (left > 0) {
      System.out.printf(
          "SCHED-0626 %d transactions are in doubt that may be of applications of this node; the server recovers its own from its log%n",
          left);
    }
  }

  /** Checks until there is no obstacle left. */
  private static void require(
      String awaited, Callable<Optional<String>> question, Duration limit, String refusal)
      throws InterruptedException {
    long start = System.nanoTime();
    long reported = start - BETWEEN_REPORTS.toNanos();
    for (Optional<String> obstacle = ask(question);
        obstacle.isPresent();
        obstacle = ask(question)) {
      long now = System.nanoTime();
      if (now - start > limit.toNanos()) {
        throw new GateException(refusal + " (" + obstacle.get() + ")");
      }
      if (now - reported > BETWEEN_REPORTS.toNanos()) {
        reported = now;
        System.out.printf("SCHED-0620 the server waits for %s: %s%n", awaited, obstacle.get());
      }
      TimeUnit.MILLISECONDS.sleep(500);
    }
  }

  private static Optional<String> ask(Callable<Optional<String>> question) {
    try {
      return question.call();
    } catch (Exception e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private Optional<String> databaseAnswers() throws SQLException {
    try (Connection connection = environment.database().getConnection()) {
      return connection.isValid(5) ? Optional.empty() : Optional.of("the database does not answer");
    }
  }

  private Optional<String> brokerAnswers() {
    try (JMSContext context = environment.broker().createContext()) {
      context.getMetaData();
      return Optional.empty();
    }
  }

  private Optional<String> twin() throws SQLException {
    String sql =
        """
        SELECT format('%s database sessions from %s since %s', count(*), coalesce(max(host(client_addr)), 'an unknown address'),
                      min(backend_start))
          FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = ?
        HAVING count(*) > 0
        """;
    try (Connection connection = environment.database().getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, environment.node());
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
      }
    }
  }
}
