package org.goodtiming.scheduler.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.dev.StackOptions;

/** A run: receivers on a stack, and one round after the other. */
public final class Chaos implements AutoCloseable {

  private static final int NODES = 2;
  private static final List<String> QUEUES = List.of("chaos.a", "chaos.b", "chaos.c");

  /** The queue with tracked jobs and tracked runs of schedules. */
  private static final String TRACKED = "chaos.c";

  private static final List<String> ALL_QUEUES =
      Stream.concat(QUEUES.stream(), Stream.of(WorkerFaults.FULL)).toList();

  /** Nodes start often and never run for long: the optimizing compiler would not pay. */
  public static final String STARTS_FASTER = "-XX:TieredStopAtLevel=1 ";

  private final Consumer<String> out;
  private final FaultContext context;
  private final List<AutoCloseable> own;
  private final List<Receiver> receivers = new ArrayList<>();

  private Chaos(Consumer<String> out, FaultContext context, List<AutoCloseable> own) {
    this.out = out;
    this.context = context;
    this.own = own;
  }

  /** Starts a stack for it, with two nodes and without the data of earlier runs. */
  static Chaos start(StackOptions options, Consumer<String> out) throws Exception {
    var network = options.pair() ? Network.ofDatabase(NODES) : Network.lay(NODES);
    DevStack.prepareState(options.state());
    var applications = List.of(options.archives().get(0), LongRunWorker.archive(options.state()));
    var stack =
        DevStack.start(
            network
                .through(options)
                .withNodes(NODES)
                .withFresh(true)
                .withArchives(applications)
                .withEnvironment("JAVA_TOOL_OPTIONS", STARTS_FASTER + agentOption(options.state()))
                .withProgress(out));
    var context =
        new FaultContext(
            stack,
            points(stack.state(), Transactions.of(options.environment())),
            network,
            applications);
    return prepared(new Chaos(out, context, List.of(stack, network)));
  }

  /**
   * Runs on a stack that others use too; its nodes must have been started with {@link
   * #agentOption}. The others' jobs must be gone.
   */
  static Chaos on(DevStack stack, Path scheduler, Consumer<String> out) throws Exception {
    var worker = LongRunWorker.archive(stack.state());
    var context =
        new FaultContext(
            stack,
            points(stack.state(), Transactions.BY_DEFAULT),
            Network.none(),
            List.of(scheduler, worker));
    AutoCloseable subscription = () -> EventInbox.unsubscribe(context.console());
    return prepared(
        new Chaos(out, context, List.of(deployed(worker, stack.nodes()), subscription)));
  }

  /** The JVM option that lets nodes be killed or frozen at a point. */
  public static String agentOption(Path state) {
    DevStack.prepareState(state);
    return points(state, Transactions.BY_DEFAULT).agentOption();
  }

  /** Goes on as long as wished, and tells each round. */
  Summary run(Wishes wishes) throws InterruptedException {
    var summary = new Summary(wishes.seed());
    var end = Instant.now().plus(wishes.atMost());
    for (int round = 1; round <= wishes.rounds() && Instant.now().isBefore(end); round++) {
      var fault = wishes.faults().get((round - 1) % wishes.faults().size());
      var missing = fault.missingIn(context);
      if (missing.isEmpty()) {
        summary.add(told(round(wishes, round, fault)));
      } else {
        out.accept("%3d %-36s skipped: %s".formatted(round, fault.name(), missing.get()));
      }
    }
    return summary;
  }

  private RoundResult told(RoundResult verdict) {
    if (!verdict.holds()) {
      new FailureReport(context).keep("broken-round-" + verdict.round(), List.of(verdict.line()));
    }
    out.accept(verdict.line());
    return verdict;
  }

  /** One storm, and the reckoning after it. */
  StormResult storm(Storm.Wishes wishes) throws InterruptedException {
    var ledger = new OutsideLedger();
    var books = new StormLedger(ledger, context.clock()::now);
    context.open(ledger, wishes.seed());
    try (var receipts = receiver(StormRegistrant.RECEIPTS, new ReceiptInbox(books)).start()) {
      var verdict = new Storm(context, wishes, books, QUEUES, out).run();
      if (!verdict.holds()) {
        var evidence = new ArrayList<>(List.of(verdict.markdown(), "# histories"));
        evidence.addAll(books.histories(verdict.suspects()));
        new FailureReport(context).keep("broken-storm", evidence);
      }
      return verdict;
    }
  }

  @Override
  public void close() throws Exception {
    for (var receiver : receivers) {
      receiver.close();
    }
    for (var mine : own) {
      mine.close();
    }
  }

  private RoundResult round(Wishes wishes, int number, Fault fault) throws InterruptedException {
    context.open(new OutsideLedger(), new Random(wishes.seed() + number).nextLong());
    try {
      context.heal();
      context.replaceUseless();
      return new Round(number, fault, context, load(wishes, fault)).run();
    } catch (RuntimeException e) {
      return RoundResult.unfinished(number, fault, e);
    }
  }

  private static Load load(Wishes wishes, Fault fault) {
    var spread = Collections.max(List.of(wishes.spread(), fault.lasts()));
    var queues = Stream.concat(QUEUES.stream(), fault.queues().stream()).toList();
    return new Load(wishes.jobs(), spread, queues);
  }

  private static AutoCloseable deployed(Path worker, List<ServerNode> nodes) {
    for (var node : nodes) {
      node.deploy(worker);
    }
    return () -> {
      for (var node : nodes) {
        node.undeploy(LongRunWorker.APPLICATION);
      }
    };
  }

  private static CrashPoints points(Path state, Transactions transactions) {
    return new CrashPoints(state.resolve("points"), transactions);
  }

  private static Chaos prepared(Chaos chaos) throws Exception {
    chaos.prepare();
    return chaos;
  }

  private void prepare() throws Exception {
    addQueue(LongRunWorker.QUEUE, true);
    for (var queue : ALL_QUEUES) {
      addQueue(queue, queue.equals(TRACKED));
      var inbox =
          new ReportingWorker(
              new JobInbox(queue, context::ledger, context.clock()),
              () -> context.ledger().reports());
      receivers.add(receiver(queue, inbox).start());
    }
    for (var queue : UnreliableQueue.values()) {
      queue.create(context);
      var inbox = new UnreliableWorker(queue, () -> context.ledger().attempts());
      receivers.add(receiver(queue.queue(), inbox).start());
    }
    EventInbox.subscribe(context.console());
    receivers.add(events().start());
    context.console().createQueue(StormRegistrant.RECEIPTS);
  }

  /**
   * Connected directly: what is cut off from a subscriber, the broker sends it after later ones.
   */
  private Receiver events() {
    return new Receiver(
        context.client(),
        EventInbox.ADDRESS,
        new EventInbox(() -> context.ledger().events()),
        new WorkerSpeed());
  }

  private void addQueue(String queue, boolean tracked) throws Exception {
    context.console().createQueue(queue);
    context
        .sql()
        .execute(
            """
            INSERT INTO scheduler.worker_queue (name, tracked) VALUES ('%s', %s)
            ON CONFLICT (name) DO UPDATE SET tracked = excluded.tracked
            """
                .formatted(queue, tracked));
  }

  private Receiver receiver(String queue, Receiver.Inbox inbox) {
    return new Receiver(context.network().workerClient(context), queue, inbox, context.pace(queue));
  }

  /**
   * The wanted run.
   *
   * @param seed of its random numbers
   * @param jobs in each round
   * @param spread over how long a round's jobs are registered, and how far ahead they are due
   */
  record Wishes(
      long seed, int rounds, Duration atMost, int jobs, Duration spread, List<Fault> faults) {

    Wishes {
      faults = List.copyOf(faults);
    }
  }
}
