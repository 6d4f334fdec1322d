package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.StackOptions;

/** A run: the stack, its receivers, and one round after the other. */
public final class Chaos implements AutoCloseable {

  private static final List<String> QUEUES = List.of("chaos.a", "chaos.b", "chaos.c");

  private final Wishes wishes;
  private final Consumer<String> out;
  private final DevStack stack;
  private final Arena arena;
  private final List<Thread> receivers = new ArrayList<>();
  private volatile OutsideLedger ledger = new OutsideLedger();

  private Chaos(Wishes wishes, Consumer<String> out, DevStack stack, CrashPoints points) {
    this.wishes = wishes;
    this.out = out;
    this.stack = stack;
    this.arena = new Arena(stack, points);
  }

  /** Starts a stack for it, with two nodes and without the data of earlier runs. */
  static Chaos start(StackOptions options, Wishes wishes, Consumer<String> out) throws Exception {
    var points = new CrashPoints(options.state().resolve("points"));
    var stack =
        DevStack.start(
            options
                .withNodes(2)
                .withFresh(true)
                .withArchives(options.archives().subList(0, 1))
                .withEnvironment("JAVA_TOOL_OPTIONS", points.agentOption())
                .withProgress(out));
    var chaos = new Chaos(wishes, out, stack, points);
    chaos.prepare();
    return chaos;
  }

  /** Goes on as long as wished, and tells each round. */
  Summary run() throws InterruptedException {
    var summary = new Summary(wishes.seed());
    var end = Instant.now().plus(wishes.atMost());
    for (int round = 1; round <= wishes.rounds() && Instant.now().isBefore(end); round++) {
      var verdict = round(round);
      summary.add(verdict);
      out.accept(verdict.line());
    }
    return summary;
  }

  @Override
  public void close() {
    receivers.forEach(Thread::interrupt);
    stack.close();
  }

  private Verdict round(int number) throws InterruptedException {
    var fault = wishes.faults().get((number - 1) % wishes.faults().size());
    arena.seed(new Random(wishes.seed() + number).nextLong());
    ledger = new OutsideLedger();
    var load = new Load(wishes.jobs(), wishes.spread(), QUEUES);
    return new Round(number, fault, arena, load, ledger).run();
  }

  private void prepare() throws Exception {
    for (var queue : QUEUES) {
      arena.console().createQueue(queue);
      arena
          .sql()
          .execute(
              "INSERT INTO scheduler.worker_queue (name) VALUES ('%s') ON CONFLICT DO NOTHING"
                  .formatted(queue));
      receivers.add(receiver(queue));
    }
    receivers.forEach(Thread::start);
  }

  private Thread receiver(String queue) {
    var receiver = new Receiver(arena.client(), queue, () -> ledger, arena.clock(), arena.pace());
    var thread = new Thread(receiver, "receiver of " + queue);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * What a run is to be like.
   *
   * @param seed of all chance in it
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
