package org.goodtiming.scheduler.cli;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Explains a value that its option or parameter cannot have; the library names Java types. */
final class BadValue {

  private BadValue() {}

  /** The problem's own text if it is about something else. */
  static String explain(ParameterException problem) {
    ArgSpec argument = problem.getArgSpec();
    String expected = argument == null ? null : expected(argument);
    return expected == null || problem.getValue() == null
        ? String.valueOf(problem.getMessage())
        : "%s is '%s': give %s"
            .formatted(name(argument), Output.plain(problem.getValue()), expected);
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static @Nullable String expected(ArgSpec argument) {
    if (Map.class.isAssignableFrom(argument.type())) {
      return argument.paramLabel();
    }
    Class<?> type = argument.auxiliaryTypes()[argument.auxiliaryTypes().length - 1];
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(Object::toString)
          .collect(Collectors.joining(", "));
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    return type.isPrimitive() || Number.class.isAssignableFrom(type) ? "a whole number" : null;
  }
}
