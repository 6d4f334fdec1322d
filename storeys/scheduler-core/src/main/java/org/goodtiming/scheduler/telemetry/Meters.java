package org.goodtiming.scheduler.telemetry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The metrics of a node, which events change. Labels are names and values. */
public interface Meters {

  void count(String name, String help, double amount, Map<String, String> labels);

  void record(Histogram histogram, long... values);

  void time(Histogram histogram, Map<String, String> labels, long... micros);

  /** Sets a gauge, beside its values with other labels. */
  void set(String name, String help, double value, Map<String, String> labels);

  /** Sets a gauge that has no number while the node does not lead. */
  void ofLeader(String name, String help, double value);

  /** Replaces the values of gauges that have none while the node does not lead. */
  <T> Table<T> ofLeader(List<T> rows, Function<T, Map<String, String>> labels);

  /** Gauges that are read from the same rows. */
  interface Table<T> {

    /** Shows the sum of the rows with the same labels. */
    default Table<T> sum(String name, String help, ToDoubleFunction<T> value) {
      return show(name, help, value, Double::sum);
    }

    /** Shows the largest value of the rows with the same labels. */
    default Table<T> max(String name, String help, ToDoubleFunction<T> value) {
      return show(name, help, value, Math::max);
    }

    Table<T> show(
        String name, String help, ToDoubleFunction<T> value, BinaryOperator<Double> merge);
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** Takes away the values that only a leader knows: another node knows them now. */
  void stopLeading();

  /** The label for a queue whose name comes from a message, and may not exist. */
  String labelOf(@Nullable String queue);
}
