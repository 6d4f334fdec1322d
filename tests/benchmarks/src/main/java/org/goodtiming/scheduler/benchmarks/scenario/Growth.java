package org.goodtiming.scheduler.benchmarks.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.benchmarks.CpuClock;
import org.goodtiming.scheduler.benchmarks.CpuPerJob;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.goodtiming.scheduler.benchmarks.MainPath;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;

/**
 * The main path, punctuality and the cost of waiting, measured again and again as the table grows.
 *
 * @param jobs in each round
 * @param rounds of which the one in the middle counts
 * @param seconds of jobs that come at an even pace
 */
record Growth(
    StackAccess site, MainPath mainPath, PollCost look, int jobs, int rounds, int seconds) {
  private static final String QUEUE = "bench.punctual";
  private static final int JOBS_A_SECOND = 100;
  private static final Duration DELAY = Duration.ofSeconds(3);
  private static final Duration IDLE = Duration.ofSeconds(10);

  /**
   * The figures for a number of waiting jobs.
   *
   * @param idle processor time in microseconds a second while nothing is due
   */
  record Stage(
      String name,
      Figure register,
      Figure dispatch,
      Figure execute,
      Lateness lateness,
      PollCost.Cost look,
      CpuPerJob idle) {}

  /** Runs rounds that do not count, for compilation, connections and files. */
  void warmUp() throws Exception {
    for (int round = 0; round < rounds; round++) {
      mainPath.register(jobs);
      mainPath.dispatch(jobs);
      mainPath.execute(DrainingListener.QUEUE, jobs);
    }
  }

  Stage measure(String name) throws Exception {
    new JobTable(site.database()).settle();
    var register = new ArrayList<Figure>();
    var dispatch = new ArrayList<Figure>();
    var execute = new ArrayList<Figure>();
    for (int round = 1; round <= rounds; round++) {
      register.add(mainPath.register(jobs));
      dispatch.add(mainPath.dispatch(jobs));
      execute.add(mainPath.execute(DrainingListener.QUEUE, jobs));
      site.tell(
          "%s waiting, round %d: dispatch %,.0f, execute %,.0f jobs/s",
          name, round, last(dispatch).jobsPerSecond(), last(execute).jobsPerSecond());
    }
    var lateness = lateness();
    new JobTable(site.database()).vacuum();
    return new Stage(
        name, median(register), median(dispatch), median(execute), lateness, look.cost(), idle());
  }

  /** The one in the middle, by its rate. */
  static Figure median(List<Figure> figures) {
    return Median.of(figures, Figure::jobsPerSecond);
  }

  private Lateness lateness() throws Exception {
    var timetable =
        Timetable.perSecond(
            Instant.now().plus(DELAY), JOBS_A_SECOND, JOBS_A_SECOND * seconds, DELAY);
    try (var traffic = Traffic.start(site, QUEUE, timetable)) {
      return traffic.awaitAll().lateness();
    }
  }

  private CpuPerJob idle() throws InterruptedException {
    var cpu = CpuClock.ofNode(site.stack());
    var before = cpu.read();
    Thread.sleep(IDLE.toMillis());
    return cpu.read().perJobSince(before, IDLE.toSeconds());
  }

  private static Figure last(List<Figure> figures) {
    return figures.get(figures.size() - 1);
  }
}
