package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.goodtiming.scheduler.chaos.Blow.LostLeader;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.Database;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.PayaraNode;

/** The stack under attack, and what a fault needs to attack it. */
final class Arena {

  private final DevStack stack;
  private final Sql sql;
  private final DatabaseClock clock;
  private final BrokerClient client;
  private final BrokerConsole console;
  private final CrashPoints points;
  private final Pace pace = new Pace();
  private Random random = new Random();

  Arena(DevStack stack, CrashPoints points) {
    this.stack = stack;
    this.points = points;
    this.sql = new Sql(stack.database().dataSource(DatabaseUser.SUPERUSER));
    this.clock = new DatabaseClock(sql);
    this.client = BrokerClient.of(stack.broker());
    this.console = new BrokerConsole(client);
  }

  /** The same choices again with the same seed. */
  void seed(long seed) {
    random = new Random(seed);
  }

  Random random() {
    return random;
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

  /** How fast the receivers work. */
  Pace pace() {
    return pace;
  }

  Database database() {
    return stack.database();
  }

  Broker broker() {
    return stack.broker();
  }

  List<PayaraNode> nodes() {
    return stack.nodes();
  }

  PayaraNode anyNode() {
    return nodes().get(random.nextInt(nodes().size()));
  }

  PayaraNode leader() {
    var holder = sql.value("SELECT coalesce(holder, '') FROM scheduler.lease");
    return nodes().stream()
        .filter(node -> node.name().equals(holder))
        .findFirst()
        .orElse(nodes().get(0));
  }

  boolean leads(PayaraNode node) {
    return leader().name().equals(node.name());
  }

  /** To be asked before the leader is taken out. */
  long epoch() {
    return sql.number("SELECT epoch FROM scheduler.lease");
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
    Patience.pause(between(shortest, longest));
  }

  /** Everything runs again, and nothing is armed. */
  void heal() {
    points.disarm();
    pace.normal();
    database().resume();
    broker().resume();
    nodes().forEach(PayaraNode::resume);
    if (!database().running()) {
      database().start();
    }
    if (!broker().running()) {
      broker().start();
    }
    nodes().parallelStream().filter(node -> !node.running()).forEach(PayaraNode::start);
  }
}
