package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.chaos.Chaos;
import org.goodtiming.scheduler.database.ConnectionPool;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.Database;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.PayaraNode;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.dev.ServerType;
import org.goodtiming.scheduler.dev.StackOptions;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.identity.IdentityProvider;
import org.postgresql.ds.PGSimpleDataSource;

/** The one stack that all system tests share: two nodes, a broker, a database. */
public final class SystemStack {

  private static final List<String> TEST_QUEUES = List.of("test.registration", "test.caller");

  /** The scheduler keeps what it finds there first, and then removes it. */
  private static final List<String> EMPTIED_BY_THE_SCHEDULER =
      List.of(
          "scheduler.jobs.amqp",
          "scheduler.dead.amqp",
          "scheduler.expired.amqp",
          "scheduler.reports",
          "scheduler.reports.amqp");

  /** Of the nodes in turn, so that two names make a cluster of both. */
  static final List<String> SERVERS =
      List.of(System.getProperty("scheduler.server", "payara").split(","));

  private static final IdentityProvider PROVIDER = new IdentityProvider();

  private static final ReceiverCertificate RECEIVER = ReceiverCertificate.create();

  private static SystemStack shared;

  private final DevStack stack;
  private final Sql sql;
  private final ConnectionFactory connectionFactory;

  private SystemStack(DevStack stack) {
    this.stack = stack;
    this.sql = new Sql(ConnectionPool.of(stack.database().dataSource(DatabaseUser.SUPERUSER)));
    Broker broker = stack.broker();
    this.connectionFactory =
        new ActiveMQConnectionFactory(broker.url(), broker.user(), broker.password());
    TEST_QUEUES.forEach(this::allow);
  }

  /** The key of its nodes: an id, and 32 bytes. */
  private static final String ENCRYPTION_KEY =
      "tests="
          + Base64.getEncoder().encodeToString("the key of the nodes, 32 bytes !".getBytes(UTF_8));

  /** Starts the stack at the first call; the end of the test run stops it. */
  public static synchronized SystemStack shared() {
    if (shared == null) {
      StackOptions options =
          StackOptions.of(Path.of(System.getProperty("scheduler.root")))
              .withState(state())
              .withPorts(StackOptions.PortWishes.above(1000))
              .withNodes(Integer.getInteger("scheduler.nodes", 2))
              .withFresh(true)
              .withEnvironment("SCHEDULER_BROKER_STUCK_CONSUMER_AFTER", "PT20S")
              // Each test that sends X-Forwarded-... is a proxy
              .withEnvironment("SCHEDULER_REST_TRUSTED_PROXIES", "127.0.0.1")
              .withEnvironment("SCHEDULER_REST_BEARER_ISSUER", TokenIssuer.NAME)
              .withEnvironment("SCHEDULER_REST_BEARER_AUDIENCE", TokenIssuer.AUDIENCE)
              .withEnvironment("SCHEDULER_REST_BEARER_JWKS_URL", TokenIssuer.TRUSTED.publish())
              .withEnvironment("SCHEDULER_REST_TOKEN_GRANTS", "submitter=test.registration")
              .withEnvironment("SCHEDULER_REST_OIDC_ISSUER", PROVIDER.issuer())
              .withEnvironment("SCHEDULER_REST_OIDC_CLIENT_ID", IdentityProvider.CLIENT)
              .withEnvironment("SCHEDULER_REST_OIDC_CLIENT_SECRET", IdentityProvider.SECRET)
              .withEnvironment("SCHEDULER_REST_OIDC_NAME", "Company login")
              .withEnvironment("SCHEDULER_ENCRYPTION_KEYS", ENCRYPTION_KEY)
              .withEnvironment("SCHEDULER_REDACTION_PROPERTIES", "x_account:4")
              .withEnvironment("SCHEDULER_WEBHOOK_SECRETS", ReceiverCertificate.SECRET)
              .withEnvironment("SCHEDULER_WEBHOOK_HOSTS", "chat.example.org")
              .withEnvironment("SCHEDULER_TARGET_SECRETS", ReceiverCertificate.SECRET)
              .withEnvironment("SCHEDULER_TARGET_HOSTS", "localhost,example.org")
              .withEnvironment("SCHEDULER_TARGET_PRIVATE_NETWORKS", "127.0.0.0/8,::1")
              .withEnvironment("SCHEDULER_TARGET_CA_FILE", RECEIVER.certificate())
              .withEnvironment("SCHEDULER_TARGET_TIMEOUT", "PT3S")
              .withEnvironment("JAVA_TOOL_OPTIONS", Chaos.STARTS_FASTER + agents())
              .withEnvironment("broker", "JAVA_TOOL_OPTIONS", Chaos.STARTS_FASTER)
              .withProgress(System.out::println);
      shared = new SystemStack(DevStack.start(withServers(options)));
    }
    return shared;
  }

  /** The options with the servers of this run for the nodes. */
  public static StackOptions withServers(StackOptions options) {
    StackOptions with = options;
    for (int node = 1; node <= options.nodes(); node++) {
      String server = SERVERS.get((node - 1) % SERVERS.size());
      with = with.withServer("node-" + node, ServerType.valueOf(server.toUpperCase(Locale.ROOT)));
    }
    return with;
  }

  /** Byteman finds its places in Payara; the contract of each server does without it. */
  private static String agents() {
    return Set.copyOf(SERVERS).equals(Set.of("payara"))
        ? Chaos.agentOption(state()) + new TemporaryQueueWatch(state()).script()
        : "";
  }

  private static Path state() {
    return Path.of(System.getProperty("scheduler.state"));
  }

  static synchronized void stop() {
    if (shared != null) {
      shared.stack.close();
    }
  }

  /** The certificate of receivers on this machine, which the nodes trust. */
  public ReceiverCertificate receiver() {
    return RECEIVER;
  }

  /** The provider of logins to the console; it has no user. */
  public IdentityProvider identityProvider() {
    return PROVIDER;
  }

  /** The stack itself, to be broken. */
  public DevStack devStack() {
    return stack;
  }

  public Database database() {
    return stack.database();
  }

  Broker broker() {
    return stack.broker();
  }

  public ConnectionFactory connectionFactory() {
    return connectionFactory;
  }

  int nodes() {
    return stack.nodes().size();
  }

  public ServerNode node(int number) {
    return stack.node(number);
  }

  /** The same node, for operations that only Payara has. */
  public PayaraNode payara(int number) {
    return (PayaraNode) node(number);
  }

  public ServerNode node(String name) {
    return stack.nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The node that leads the default partition, or did so last. */
  public ServerNode leader() {
    return node(value("SELECT holder FROM scheduler.lease WHERE partition = 'default'"));
  }

  /** Whether the run's worker is in the process of the node. */
  boolean isWorkerOf(ServerNode node, ExecutionStatus run) {
    return run.worker() != null && run.worker().endsWith("/" + node.pid());
  }

  /** Starts the nodes that a test has killed or stopped, in parallel. */
  public void startAllNodes() {
    stack.nodes().parallelStream().filter(node -> !node.running()).forEach(ServerNode::start);
  }

  /** Beside each other. */
  void stopAllNodes() {
    stack.nodes().parallelStream().forEach(ServerNode::stop);
  }

  void redeployScheduler(ServerNode node) {
    node.deploy(scheduler());
  }

  /** Restarts a node in mode xa, with this environment too. */
  void transactionsXa(ServerNode node, Map<String, String> environment) {
    stopForTransactions(node, "xa");
    Map<String, String> all = new HashMap<>(environment);
    all.put("SCHEDULER_TRANSACTIONS", "xa");
    node.start(all);
  }

  /** Stops a node that was in mode xa; its next start, for the next class, is in the default. */
  void stopForDefaultTransactions(ServerNode node) {
    stopForTransactions(node, "last-resource");
  }

  private static void stopForTransactions(ServerNode node, String mode) {
    node.switchTransactions(mode);
    node.stop();
  }

  /** The archive of the scheduler. */
  public Path scheduler() {
    Path root = Path.of(System.getProperty("scheduler.root"));
    return root.resolve("tools/scheduler-dev/target/stack/apps/scheduler-ear.ear");
  }

  /** No job waits, nothing is in quarantine, the ledger is empty, nothing is in the test queues. */
  public void clear() {
    BrokerManagement management = new BrokerManagement(connectionFactory);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> management.messagesOn(EMPTIED_BY_THE_SCHEDULER) == 0);
    sql.executeDespiteLocks(
        Sql.empty(
            """
            scheduler.job, scheduler.dispatch_retry, scheduler.worker_queue_backlog, scheduler.canary, scheduler.tombstone, scheduler.quarantine, \
            scheduler.ledger_entry, scheduler.ledger_check, scheduler.sql_registration, \
            scheduler.execution, scheduler.execution_transition, scheduler.execution_input, scheduler.execution_result, \
            scheduler.execution_note, scheduler.unended_run, scheduler.event, scheduler.webhook, scheduler.webhook_event, \
            scheduler.schedule, scheduler.schedule_calendar, scheduler.calendar, scheduler.definition, scheduler.batch_operation, \
            scheduler.idempotency_key, scheduler.former_user, scheduler.node_duty, scheduler.dispatch_pause, \
            scheduler.child_job, scheduler.job_parent, scheduler.child_to_release, scheduler.job_batch, scheduler.job_batch_change"""));
    // Only now: a queue that goes on would get its jobs
    sql.execute(
        "UPDATE scheduler.worker_queue SET "
            + sql.value(
                """
                SELECT string_agg(format('%I = DEFAULT', attname), ', ') FROM pg_attribute
                 WHERE attrelid = 'scheduler.worker_queue'::regclass AND attnum > 0 AND NOT attisdropped
                   AND attname NOT IN ('name', 'partition', 'input_schema', 'input_schema_id')
                """));
    sql.execute(
        "UPDATE scheduler.worker_queue SET input_schema = NULL, input_schema_id = NULL WHERE name"
            + " <> 'fibonacci'");
    management.purge(TEST_QUEUES);
  }

  /**
   * Puts a queue on the allow-list and on the broker.
   *
   * @param maxDeliveries after so many of a message it is a dead letter
   */
  public void allow(String queue, Duration redeliveryDelay, int maxDeliveries) {
    allow(queue);
    new BrokerManagement(connectionFactory)
        .invoke(
            "broker",
            "addAddressSettings",
            queue,
            """
            {"deadLetterAddress": "scheduler.dead", "redeliveryDelay": %d, "maxDeliveryAttempts": %d}
            """
                .formatted(redeliveryDelay.toMillis(), maxDeliveries));
  }

  /** Puts a queue on the allow-list and on the broker. */
  public void allow(String queue) {
    sql.execute(
        "INSERT INTO scheduler.worker_queue (name) VALUES ('%s') ON CONFLICT DO NOTHING"
            .formatted(queue));
    try (var context = connectionFactory.createContext();
        var consumer = context.createConsumer(context.createQueue(queue))) {
      consumer.receiveNoWait();
    }
  }

  /** Registers jobs that are due at once, in one transaction; their ids are 0, 1, 2 and so on. */
  public void registerDue(String queue, int count) {
    registerDue(queue, count, "");
  }

  /** The same, as jobs of a customer, whose name is before their ids. */
  public void registerDue(String queue, int count, String customer) {
    try (JMSContext context = connectionFactory.createContext(JMSContext.SESSION_TRANSACTED)) {
      for (int job = 0; job < count; job++) {
        JMSProducer producer =
            context
                .createProducer()
                .setProperty("scheduler_queue", queue)
                .setProperty("scheduler_jobId", customer + job)
                .setProperty("scheduler_delay", "PT0S");
        if (!customer.isEmpty()) {
          producer.setProperty("x_customer", customer);
        }
        producer.send(context.createQueue("scheduler.jobs"), "text");
      }
      context.commit();
    }
  }

  public void pause(String queue, boolean paused) {
    sql.execute(
        "UPDATE scheduler.worker_queue SET paused = %s WHERE name = '%s'".formatted(paused, queue));
  }

  TemporaryQueueWatch temporaryQueueWatch() {
    return new TemporaryQueueWatch(state());
  }

  public Instant now() {
    return sql.now();
  }

  public long ledger(String column) {
    return integer("SELECT %s FROM scheduler.ledger".formatted(column));
  }

  public long integer(String query) {
    return Long.parseLong(sql.value(query));
  }

  public String value(String query) {
    return sql.value(query);
  }

  List<String> values(String query) {
    return sql.values(query);
  }

  public void execute(String statement) {
    sql.execute(statement);
  }

  /** Of the superuser, for a transaction that a test ends itself. */
  Connection connection() throws SQLException {
    return stack.database().dataSource(DatabaseUser.SUPERUSER).getConnection();
  }

  /** A second database on the same server, without nodes that work on it. */
  DataSource connectTo(String databaseName, DatabaseUser user) {
    return connect(new PGSimpleDataSource(), databaseName, user);
  }

  <T extends PGSimpleDataSource> T connect(T dataSource, String databaseName, DatabaseUser user) {
    dataSource.setServerNames(new String[] {database().host()});
    dataSource.setPortNumbers(new int[] {database().port()});
    dataSource.setDatabaseName(databaseName);
    dataSource.setUser(user.role());
    dataSource.setPassword(database().password(user));
    return dataSource;
  }
}
