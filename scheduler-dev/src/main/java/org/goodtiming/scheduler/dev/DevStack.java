package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A whole stack on this machine: one database, one broker, one or more Payara nodes. */
public final class DevStack implements AutoCloseable {
  private static final int OLDEST_JAVA = 17;

  private final StateDirectory state;
  private final StateLock lock;
  private final ProcessRecords processes;
  private final Database database;
  private final Schema schema;
  private final Broker broker;
  private final List<PayaraNode> nodes;
  private final Consumer<String> progress;
  private final long startedAt = System.nanoTime();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Thread closer = new Thread(this::stopAll, "stack-closer");

  private DevStack(StackOptions options, StateDirectory state, StateLock lock) {
    this.state = state;
    this.lock = lock;
    this.processes = new ProcessRecords(state.processes());
    this.progress = options.progress();
    var blueprint = new Blueprint(options, state, processes);
    this.database = blueprint.database();
    this.schema = blueprint.schema(database);
    this.broker = blueprint.broker();
    this.nodes =
        IntStream.rangeClosed(1, options.nodes())
            .mapToObj(number -> blueprint.node(number, database, broker))
            .toList();
  }

  /**
   * Starts a stack; returns when every application on every node is ready. A stack that fails to
   * start leaves no process behind, and neither does one whose JVM ends without closing it.
   *
   * @throws DevStackException with a message that says what to do
   */
  public static DevStack start(StackOptions options) {
    if (Runtime.version().feature() < OLDEST_JAVA) {
      throw Problem.OLD_JAVA.with(Runtime.version());
    }
    var state = new StateDirectory(options.state());
    state.prepare();
    var lock = StateLock.take(state);
    try {
      refuseLeftovers(state);
      if (options.fresh()) {
        state.forgetData();
        state.prepare();
      }
      var stack = new DevStack(options, state, lock);
      stack.startAll();
      return stack;
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** The PostgreSQL server. */
  public Database database() {
    return database;
  }

  /** The Artemis broker. */
  public Broker broker() {
    return broker;
  }

  /** All nodes, node-1 first. */
  public List<PayaraNode> nodes() {
    return nodes;
  }

  /** A node by its number, from 1. */
  public PayaraNode node(int number) {
    return nodes.get(number - 1);
  }

  /** Where data, logs, ports and passwords are. */
  public Path state() {
    return state.root();
  }

  /** Where the output of the servers is; each node has a log of its own besides. */
  public Path logs() {
    return state.logs();
  }

  /** Where the passwords are, readable by their owner only. */
  public Path passwordFile() {
    return state.passwords().path();
  }

  /** Stops everything in an orderly way; the data stays. */
  @Override
  public void close() {
    stopAll();
    try {
      Runtime.getRuntime().removeShutdownHook(closer);
    } catch (IllegalStateException e) {
      return; // The JVM is ending; the lock ends with it.
    }
    lock.close();
  }

  private static void refuseLeftovers(StateDirectory state) {
    var left = new ProcessRecords(state.processes()).alive();
    left.remove(ProcessRecords.SUPERVISOR);
    if (!left.isEmpty()) {
      throw Problem.ALREADY_RUNNING.with(state.root(), "left behind: " + left.keySet());
    }
  }

  private void startAll() {
    Runtime.getRuntime().addShutdownHook(closer);
    processes.expect(components());
    processes.add(ProcessRecords.SUPERVISOR, OsProcess.of(ProcessHandle.current()));
    var threads = Executors.newCachedThreadPool();
    try {
      var base =
          CompletableFuture.allOf(
              CompletableFuture.runAsync(this::startDatabase, threads),
              CompletableFuture.runAsync(this::startBroker, threads));
      allNodes(node -> boot(node, base, threads)).join();
      base.join();
      allNodes(node -> CompletableFuture.runAsync(node::complete, threads)).join();
      report("Everything");
    } catch (CompletionException e) {
      close();
      throw e.getCause() instanceof DevStackException known ? known : e;
    } finally {
      threads.shutdownNow();
    }
  }

  private void startDatabase() {
    database.start();
    schema.bringUpToDate();
    report("PostgreSQL");
  }

  private void startBroker() {
    broker.start();
    report("Artemis");
  }

  // Recovery runs while a node boots: a broker or database that is not there yet would leave its
  // branches in doubt until the next start. A node without a past need not wait.
  private CompletableFuture<Void> boot(
      PayaraNode node, CompletableFuture<Void> base, ExecutorService threads) {
    var first = node.hasNothingToRecover() ? CompletableFuture.<Void>completedFuture(null) : base;
    return first.thenRunAsync(
        () -> {
          node.boot();
          report("Payara of " + node.name());
        },
        threads);
  }

  private CompletableFuture<Void> allNodes(Function<PayaraNode, CompletableFuture<Void>> step) {
    return CompletableFuture.allOf(
        nodes.stream().map(step).toArray(count -> new CompletableFuture<?>[count]));
  }

  private void report(String component) {
    var seconds = (System.nanoTime() - startedAt) / 1e9;
    progress.accept("%s is ready after %.1f s".formatted(component, seconds));
  }

  // Nodes first: they must be able to finish their transactions.
  private void stopAll() {
    if (stopped.getAndSet(true)) {
      return;
    }
    var threads = Executors.newCachedThreadPool();
    try {
      allNodes(node -> CompletableFuture.runAsync(node::stop, threads)).join();
    } finally {
      threads.shutdownNow();
      broker.stop();
      database.stopFast();
      processes.remove(ProcessRecords.SUPERVISOR);
    }
  }

  private List<String> components() {
    return Stream.concat(
            Stream.of(Database.COMPONENT, Broker.COMPONENT), nodes.stream().map(PayaraNode::name))
        .toList();
  }
}
