package org.goodtiming.scheduler.benchmarks.peers;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.goodtiming.scheduler.benchmarks.peers.Command.Word;
import org.goodtiming.scheduler.benchmarks.peers.ContenderList.Server;
import org.goodtiming.scheduler.benchmarks.report.Conditions.Entrant;
import org.goodtiming.scheduler.benchmarks.report.Measure;
import org.goodtiming.scheduler.benchmarks.report.Sample;
import org.goodtiming.scheduler.benchmarks.report.Sample.Trial;
import org.goodtiming.scheduler.dev.DevStack;

/** All contenders on one stack, in turn, round after round. */
public final class Competition implements AutoCloseable {
  private final DevStack stack;
  private final Sizes sizes;
  private final Consumer<String> progress;
  private final Map<ContenderList, ContenderProcess> contenders =
      new EnumMap<>(ContenderList.class);
  private final List<Sample> samples = new ArrayList<>();

  /**
   * Starts the JVMs of the contenders.
   *
   * @param names of the contenders; all of them if there is none
   * @param progress receives each sample as a line
   */
  public Competition(DevStack stack, List<String> names, Sizes sizes, Consumer<String> progress)
      throws IOException, SQLException {
    this.stack = stack;
    this.sizes = sizes;
    this.progress = progress;
    for (var contender : lineup(names)) {
      progress.accept(contender.title() + " gets ready ...");
      contenders.put(contender, start(contender));
    }
  }

  /** The names of all contenders. */
  public static String names() {
    return ContenderList.ids();
  }

  /** The names of those that have recurring jobs and are made for many of them. */
  public static List<String> withRecurringJobs() {
    return ContenderList.usual().stream()
        .filter(one -> one.takesPartIn(Measure.RECURRING))
        .map(ContenderList::id)
        .toList();
  }

  /**
   * Whether ours is among the contenders.
   *
   * @param names of the contenders; all of them if there is none
   */
  public static boolean needsNode(List<String> names) {
    return lineup(names).stream().anyMatch(one -> one.uses(Server.NODE));
  }

  /** Refuses names that no contender has, with a message that lists those there are. */
  public static void check(List<String> names) {
    ContenderList.named(names);
  }

  /** Who takes part, for the report. */
  public List<Entrant> entrants() {
    return contenders.entrySet().stream()
        .map(
            entry ->
                new Entrant(
                    entry.getKey().id(),
                    entry.getKey().title(),
                    entry.getKey().version(),
                    entry.getValue().settings()))
        .toList();
  }

  /** Is shown all samples so far after each round, so that a run that is broken off leaves some. */
  public interface Keeper {
    void keep(List<Sample> samples) throws IOException;
  }

  /** Measures everything, all contenders in each round. */
  public void run(Keeper keeper) throws IOException {
    rounds(0, keeper);
    if (sizes.waiting() > 0) {
      for (var contender : waiting()) {
        progress.accept("%s takes %,d more".formatted(contender.title(), sizes.waiting()));
        process(contender).addWaiting(sizes.waiting());
      }
      rounds(sizes.waiting(), keeper);
    }
  }

  @Override
  public void close() throws SQLException {
    contenders.values().forEach(ContenderProcess::close);
    for (var contender : contenders.keySet()) {
      new ContenderHome(stack, contender).remove();
    }
  }

  private void rounds(int waiting, Keeper keeper) throws IOException {
    for (int round = 1 - sizes.warmUps(); round <= sizes.rounds(); round++) {
      for (var measure : Measure.values()) {
        if (sizes.asksFor(measure, round, waiting > 0)) {
          round(measure, waiting, round);
        }
      }
      keeper.keep(List.copyOf(samples));
    }
  }

  private void round(Measure measure, int waiting, int round) throws IOException {
    for (var contender : waiting > 0 ? waiting() : List.copyOf(contenders.keySet())) {
      if (contender.takesPartIn(measure)) {
        var sample = sample(contender, new Trial(contender.id(), measure, waiting, round));
        samples.add(sample);
        progress.accept(Line.of(sample));
      }
    }
  }

  private Sample sample(ContenderList contender, Trial trial) throws IOException {
    var process = process(contender);
    var cpu = new CpuWatch(stack, contender, process.pid());
    var answer = process.measure(command(contender, trial), cpu);
    return new Sample(
        trial, answer.outcome(), cpu.perJob(answer.outcome().done()), answer.lateness());
  }

  private Command command(ContenderList contender, Trial trial) {
    var word =
        switch (trial.measure()) {
          case REGISTER -> Word.REGISTER;
          case REGISTER_BULK -> Word.REGISTER_BULK;
          case DRAIN -> Word.DRAIN;
          case RECURRING -> Word.RECURRING;
          case LATENESS -> Word.LATENESS;
        };
    int jobs = sizes.jobs(contender.pace(), trial.measure(), trial.round());
    return new Command(word, jobs, sizes.limitSeconds(contender.pace(), trial.round()));
  }

  private List<ContenderList> waiting() {
    return contenders.keySet().stream().filter(one -> one.letsWait(sizes.waiting())).toList();
  }

  private ContenderProcess process(ContenderList contender) {
    var process = contenders.get(contender);
    if (process == null) {
      throw new IllegalStateException(contender.title() + " does not take part");
    }
    return process;
  }

  private ContenderProcess start(ContenderList contender) throws IOException, SQLException {
    var home = new ContenderHome(stack, contender);
    home.make();
    return ContenderProcess.start(home);
  }

  private static List<ContenderList> lineup(List<String> names) {
    return names.isEmpty() ? ContenderList.usual() : ContenderList.named(names);
  }
}
