package org.goodtiming.scheduler.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;

/** How a backlog went down. */
record DrainCurve(List<Point> points) {

  /**
   * A look at it.
   *
   * @param dispatched since the start
   * @param inQueue messages that the worker has not yet done
   * @param heap of the node after its last collection, in bytes
   */
  record Point(double seconds, long dispatched, long inQueue, long heap) {}

  /**
   * A stretch of it.
   *
   * @param upTo how many were dispatched at its end
   * @param mostInQueue messages, and the most heap, seen in it
   */
  record Stretch(
      long upTo, double seconds, double jobsPerSecond, long mostInQueue, long mostHeap) {}

  /** Divides the curve into stretches of at least the number of jobs, except for the last. */
  List<Stretch> stretches(long jobs) {
    var stretches = new ArrayList<Stretch>();
    var first = 0;
    for (int at = 1; at < points.size(); at++) {
      var taken = points.get(at).dispatched - points.get(first).dispatched;
      if (taken >= jobs || (at == points.size() - 1 && taken > 0)) {
        stretches.add(stretch(points.subList(first, at + 1)));
        first = at;
      }
    }
    return stretches;
  }

  long mostInQueue() {
    return points.stream().mapToLong(Point::inQueue).max().orElse(0);
  }

  long mostHeap() {
    return points.stream().mapToLong(Point::heap).max().orElse(0);
  }

  private static Stretch stretch(List<Point> part) {
    var begin = part.get(0);
    var end = part.get(part.size() - 1);
    var seconds = end.seconds - begin.seconds;
    var curve = new DrainCurve(part);
    return new Stretch(
        end.dispatched,
        end.seconds,
        (end.dispatched - begin.dispatched) / seconds,
        curve.mostInQueue(),
        curve.mostHeap());
  }
}
