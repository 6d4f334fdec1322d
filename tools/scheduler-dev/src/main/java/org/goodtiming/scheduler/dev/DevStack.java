package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A whole stack on this machine: one database, one broker, one or more nodes. */
public final class DevStack implements AutoCloseable {
  private static final int OLDEST_JAVA = 17;
  private static final int ABANDON_SECONDS = 20;

  private final StateDirectory state;
  private final StateLock lock;
  private final ProcessRecords processes;
  private final Database database;
  private final Schema schema;
  private final List<Broker> brokers;
  private final List<ServerNode> nodes;
  private final Path payara;
  private final Consumer<String> progress;
  private final long startedAt = System.nanoTime();
  private final ExecutorService starters = Executors.newCachedThreadPool();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private @Nullable ControlSocket control;
  private final Thread closer = new Thread(this::stopAll, "stack-closer");

  private DevStack(StackOptions options, StateDirectory state, StateLock lock) {
    this.state = state;
    this.lock = lock;
    this.processes = new ProcessRecords(state.processes());
    this.progress = options.progress();
    var blueprint = new Blueprint(options, state, processes);
    this.database = blueprint.database();
    this.schema = blueprint.schema(database);
    this.brokers = blueprint.brokers();
    this.payara = blueprint.payara();
    this.nodes =
        IntStream.rangeClosed(1, options.nodes())
            .mapToObj(number -> blueprint.node(number, database, brokers))
            .toList();
  }

  /**
   * Starts a stack; returns when every application on every node is ready. A stack that fails to
   * start leaves no process behind, and neither does one whose JVM ends without closing it.
   *
   * @throws DevStackException with a message that names the remedy
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

  /**
   * Creates the state directory of a stack that is to be started, for who puts files of its own
   * into it before.
   *
   * @throws DevStackException if the directory contains other files
   */
  public static void prepareState(Path directory) {
    new StateDirectory(directory).prepare();
  }

  /** The PostgreSQL server. */
  public Database database() {
    return database;
  }

  /** The Artemis broker; of a pair the primary. */
  public Broker broker() {
    return brokers.get(0);
  }

  /** The broker, or the primary of a pair and its backup. */
  public List<Broker> brokers() {
    return brokers;
  }

  /** All nodes, node-1 first. */
  public List<ServerNode> nodes() {
    return nodes;
  }

  /** A node by its number, from 1. */
  public ServerNode node(int number) {
    return nodes.get(number - 1);
  }

  /**
   * The components that have ended though nobody stopped them, each with how it ended, by name;
   * none once the stack is being stopped.
   */
  public Map<String, String> ended() {
    var ended = new LinkedHashMap<String, String>();
    components().stream()
        .filter(component -> !stopped.get() && !component.running())
        .filter(component -> !processes.isStoppedOnPurpose(component.name()))
        .forEach(component -> ended.put(component.name(), component.end()));
    return ended;
  }

  /** The directory of the Payara Server that the nodes run. */
  public Path payara() {
    return payara;
  }

  /** The directory with data, logs, ports and passwords. */
  public Path state() {
    return state.root();
  }

  /** The directory of the servers' output; each node also has its own log. */
  public Path logs() {
    return state.logs();
  }

  /** The file with the passwords, readable by its owner only. */
  public Path passwordFile() {
    return state.passwords().file();
  }

  /** Stops everything gracefully; the data stays. */
  @Override
  public void close() {
    stopAll();
    try {
      Runtime.getRuntime().removeShutdownHook(closer);
    } catch (IllegalStateException e) {
      return; // The JVM is ending, and the lock with it.
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
    processes.expect(components().stream().map(Component::name).toList());
    processes.notControlled();
    processes.add(ProcessRecords.SUPERVISOR, OsProcess.of(ProcessHandle.current()));
    try {
      var base = CompletableFuture.allOf(run(this::startDatabase), run(this::startBroker));
      allNodes(node -> boot(node, base)).join();
      base.join();
      allNodes(node -> run(() -> node.complete(progress))).join();
      takeRequests();
      report("Everything");
    } catch (CompletionException e) {
      close();
      throw e.getCause() instanceof DevStackException known ? known : e;
    }
  }

  private void takeRequests() {
    control = ControlSocket.open();
    control.serve(new ComponentControl(components(), processes), starters);
    processes.controlledAt(control.file());
  }

  private CompletableFuture<Void> run(Runnable step) {
    return CompletableFuture.runAsync(step, starters);
  }

  private void startDatabase() {
    database.start();
    schema.bringUpToDate();
    report("PostgreSQL");
  }

  private void startBroker() {
    brokers.forEach(Broker::start);
    report("Artemis");
  }

  // Recovery runs while a node boots: a broker or database that is not there yet would leave its
  // branches in doubt until the next start. A node without a past need not wait.
  private CompletableFuture<Void> boot(ServerNode node, CompletableFuture<Void> base) {
    var first = node.hasNothingToRecover() ? CompletableFuture.<Void>completedFuture(null) : base;
    return first.thenRunAsync(
        () -> {
          node.boot();
          report("%s of %s".formatted(node.type(), node.name()));
        },
        starters);
  }

  private CompletableFuture<Void> allNodes(Function<ServerNode, CompletableFuture<Void>> step) {
    return CompletableFuture.allOf(
        nodes.stream().map(step).toArray(count -> new CompletableFuture<?>[count]));
  }

  private void report(String component) {
    var seconds = (System.nanoTime() - startedAt) / 1e9;
    progress.accept("%s is ready after %.1f s".formatted(component, seconds));
  }

  private void stopAll() {
    if (stopped.getAndSet(true)) {
      return;
    }
    progress.accept("Stopping ...");
    refuseRequests();
    abandonStart();
    resumeAll();
    // Nodes first: they must be able to finish their transactions.
    nodes.parallelStream().forEach(this::stop);
    // The backup first, or it would take over
    IntStream.iterate(brokers.size() - 1, number -> number >= 0, number -> number - 1)
        .forEach(number -> stop(brokers.get(number)));
    stop(database);
    processes.remove(ProcessRecords.SUPERVISOR);
    progress.accept("Stopped. The data is kept in " + state.root());
  }

  private void stop(Component component) {
    if (component.running()) {
      progress.accept(
          "Waiting for %s (pid %d) to end".formatted(component.name(), component.pid()));
    }
    component.stop();
  }

  private void refuseRequests() {
    processes.notControlled();
    if (control != null) {
      control.close();
    }
  }

  // A thread that is interrupted while the stack starts must not start another server.
  private void abandonStart() {
    starters.shutdownNow();
    try {
      if (!starters.awaitTermination(ABANDON_SECONDS, TimeUnit.SECONDS)) {
        progress.accept("Something still starts; './scheduler status' tells what is left");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // A process that a test has left frozen could neither stop nor let others stop.
  private void resumeAll() {
    components().forEach(Component::resume);
  }

  private List<Component> components() {
    return Stream.<Stream<? extends Component>>of(
            Stream.of(database), brokers.stream(), nodes.stream())
        .<Component>flatMap(each -> each)
        .toList();
  }
}
