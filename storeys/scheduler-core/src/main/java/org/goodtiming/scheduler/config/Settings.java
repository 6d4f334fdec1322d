package org.goodtiming.scheduler.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads typed settings and collects all errors, so that one start shows all of them. */
public final class Settings {

  public static final int MEBIBYTE = 1024 * 1024;

  private final Function<String, Optional<String>> source;
  private final List<String> problems = new ArrayList<>();

  public Settings(Function<String, Optional<String>> source) {
    this.source = source;
  }

  public String text(String name) {
    return value(name)
        .orElseGet(
            () -> {
              problem("SCHED-0401 %s is not set: give it a value".formatted(name));
              return "";
            });
  }

  public String text(String name, String otherwise) {
    return value(name).orElse(otherwise);
  }

  /** The elements of a text that commas separate; none if it is not set. */
  public List<String> list(String name) {
    return list(name, ",");
  }

  public List<String> list(String name, String separator) {
    return Arrays.stream(text(name, "").split(separator))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  public Duration duration(String name, Duration otherwise) {
    return value(name)
        .map(
            text -> {
              try {
                return Duration.parse(text);
              } catch (DateTimeParseException e) {
                problem(
                    "SCHED-0402 %s is '%s' but must be an ISO-8601 duration such as %s"
                        .formatted(name, text, otherwise));
                return otherwise;
              }
            })
        .orElse(otherwise);
  }

  public int number(String name, int otherwise) {
    return value(name)
        .map(
            text -> {
              try {
                return Integer.valueOf(text);
              } catch (NumberFormatException e) {
                problem(
                    "SCHED-0403 %s is '%s' but must be a whole number such as %d"
                        .formatted(name, text, otherwise));
                return otherwise;
              }
            })
        .orElse(otherwise);
  }

  /**
   * A duration within a range.
   *
   * @param problem the error, with placeholders for name, value, least and most
   */
  public Duration duration(
      String name, Duration otherwise, Duration least, Duration most, String problem) {
    Duration value = duration(name, otherwise);
    require(
        value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
        problem,
        name,
        value,
        inDays(least),
        inDays(most));
    return value;
  }

  /**
   * A number within a range.
   *
   * @param problem the error, with placeholders for name, value, least and most
   */
  public int number(String name, int otherwise, int least, int most, String problem) {
    int value = number(name, otherwise);
    require(value >= least && value <= most, problem, name, value, least, most);
    return value;
  }

  /**
   * A number of bytes within a range.
   *
   * @param problem the error, with placeholders for name, value, least and most
   */
  public int bytes(String name, int otherwise, int least, int most, String problem) {
    int value = number(name, otherwise);
    require(
        value >= least && value <= most,
        problem,
        name,
        value,
        inMebibytes(least),
        inMebibytes(most));
    return value;
  }

  private static String inDays(Duration duration) {
    Duration days = Duration.ofDays(duration.toDays());
    return days.isZero() || !days.equals(duration)
        ? duration.toString()
        : "P%dD".formatted(days.toDays());
  }

  private static String inMebibytes(int bytes) {
    return bytes < MEBIBYTE
        ? "%d".formatted(bytes)
        : "%d (%d MiB)".formatted(bytes, bytes / MEBIBYTE);
  }

  boolean flag(String name, boolean otherwise) {
    return value(name)
        .map(
            text ->
                switch (text) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> {
                    problem(
                        "SCHED-0404 %s is '%s' but must be true or false".formatted(name, text));
                    yield otherwise;
                  }
                })
        .orElse(otherwise);
  }

  /**
   * Reads a setting that has a fixed set of values.
   *
   * @param text of a value, by which the setting names it
   * @param problem the error for any other text; {@code %s} stands for the text
   */
  public <T> T choice(
      String name, T otherwise, T[] values, Function<T, String> text, String problem) {
    String given = text(name, text.apply(otherwise));
    Optional<T> chosen =
        Arrays.stream(values).filter(each -> text.apply(each).equals(given)).findFirst();
    require(chosen.isPresent(), problem, given);
    return chosen.orElse(otherwise);
  }

  public void require(boolean rule, String problem, Object... values) {
    if (!rule) {
      problem(problem.formatted(values));
    }
  }

  public void stopIfWrong() {
    if (!problems.isEmpty()) {
      throw new InvalidSettingsException(problems);
    }
  }

  private Optional<String> value(String name) {
    return source.apply(name).map(String::strip).filter(text -> !text.isEmpty());
  }

  private void problem(String text) {
    problems.add(text);
  }
}
