package org.goodtiming.scheduler.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.FaultOutcome.LostLeader;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.Database;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.ServerNode;

/** The stack under attack, and the means of faults to attack it. */
final class FaultContext {

  private static final Duration FAILBACK_LIMIT = Duration.ofSeconds(60);
  private static final Duration HEALTH_LIMIT = Duration.ofSeconds(30);

  private final DevStack stack;
  private final Sql sql;
  private final DatabaseClock clock;
  private final BrokerClient client;
  private final BrokerConsole console;
  private final CrashPoints points;
  private final Network network;
  private final List<Path> applications;
  private final Map<String, WorkerSpeed> paces = new ConcurrentHashMap<>();
  private Random random = new Random();
  private OutsideLedger ledger = new OutsideLedger();

  FaultContext(DevStack stack, CrashPoints points, Network network, List<Path> applications) {
    this.stack = stack;
    this.points = points;
    this.network = network;
    this.applications = List.copyOf(applications);
    this.sql = new Sql(stack.database().dataSource(DatabaseUser.SUPERUSER));
    this.clock = new DatabaseClock(sql);
    this.client = BrokerClient.of(stack.brokers());
    this.console = new BrokerConsole(client);
  }

  /** A new round begins: with the same seed it makes the same choices. */
  synchronized void open(OutsideLedger next, long seed) {
    ledger = next;
    random = new Random(seed);
  }

  /** The ledger of the current round. */
  synchronized OutsideLedger ledger() {
    return ledger;
  }

  Sql sql() {
    return sql;
  }

  DatabaseClock clock() {
    return clock;
  }

  BrokerClient client() {
    return client;
  }

  BrokerConsole console() {
    return console;
  }

  CrashPoints points() {
    return points;
  }

  Network network() {
    return network;
  }

  /** How fast the worker of that queue works. */
  WorkerSpeed pace(String queue) {
    return paces.computeIfAbsent(queue, name -> new WorkerSpeed());
  }

  Collection<WorkerSpeed> paces() {
    return paces.values();
  }

  /** Where the stack keeps everything. */
  Path state() {
    return stack.state();
  }

  /** Where the broker keeps its messages. */
  Path brokerData() {
    return state().resolve("broker/data");
  }

  /** The scheduler and the worker of long runs, to be deployed anew. */
  List<Path> applications() {
    return applications;
  }

  Database database() {
    return stack.database();
  }

  /** The broker; the primary of a pair. */
  Broker broker() {
    return stack.broker();
  }

  List<Broker> brokers() {
    return stack.brokers();
  }

  boolean hasPair() {
    return brokers().size() > 1;
  }

  /** The one that serves clients. */
  Broker activeBroker() {
    return brokers().stream().filter(Broker::active).findFirst().orElse(broker());
  }

  /**
   * Starts all stopped brokers, including crashed ones; returns when the primary serves clients.
   */
  void startBrokers() {
    brokers().stream().filter(broker -> !broker.running()).forEach(Broker::start);
    try {
      if (!Wait.until(FAILBACK_LIMIT, broker()::active)) {
        throw new IllegalStateException(
            "the primary did not take over again within " + FAILBACK_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  List<ServerNode> nodes() {
    return stack.nodes();
  }

  ServerNode anyNode() {
    return nodes().get(random.nextInt(nodes().size()));
  }

  ServerNode other(ServerNode node) {
    return nodes().stream().filter(each -> !each.equals(node)).findFirst().orElseThrow();
  }

  ServerNode leader() {
    var holder = sql.value("SELECT coalesce(holder, '') FROM scheduler.lease");
    return nodes().stream()
        .filter(node -> node.name().equals(holder))
        .findFirst()
        .orElse(nodes().get(0));
  }

  boolean leads(ServerNode node) {
    return leader().name().equals(node.name());
  }

  /** The epoch of the lease. Read it before the leader is taken out. */
  long epoch() {
    return sql.number("SELECT epoch FROM scheduler.lease");
  }

  boolean tossCoin() {
    return random.nextBoolean();
  }

  <T> T anyOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** The leader of that epoch is gone as of now. */
  LostLeader lost(long epoch) {
    return new LostLeader(clock.now(), epoch);
  }

  /** Some length between the two. */
  Duration between(Duration shortest, Duration longest) {
    return shortest.plusMillis(random.nextInt((int) longest.minus(shortest).toMillis() + 1));
  }

  /** Lets some time go by, as long as chance wants. */
  void wait(Duration shortest, Duration longest) throws InterruptedException {
    Wait.pause(between(shortest, longest));
  }

  /** Everything runs again, and nothing is armed. */
  void heal() {
    points.disarm();
    network.fine();
    paces().forEach(WorkerSpeed::normal);
    database().resume();
    brokers().forEach(Broker::resume);
    nodes().forEach(ServerNode::resume);
    if (!database().running()) {
      database().start();
    }
    startBrokers();
    nodes().parallelStream().filter(node -> !node.running()).forEach(ServerNode::start);
  }

  /**
   * A node that an earlier round has left useless must not spoil the next one, nor one that has
   * started and does not yet take registrations: it would not reach its point.
   */
  void replaceUseless() throws InterruptedException {
    for (var node : nodes()) {
      if (!Wait.until(HEALTH_LIMIT, node::healthy)) {
        node.kill();
        node.start();
      }
    }
    Wait.until(
        HEALTH_LIMIT,
        () -> console().consumersOn(WireContract.REGISTRATION_QUEUE) >= nodes().size());
  }
}
