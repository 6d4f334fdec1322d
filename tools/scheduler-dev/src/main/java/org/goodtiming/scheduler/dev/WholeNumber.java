package org.goodtiming.scheduler.dev;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A count of something: 1 or more. */
public final class WholeNumber implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String value) {
    var number = parse(value);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw new TypeConversionException("'%s' is not 1 or more".formatted(value));
    }
    return (int) number;
  }

  static long parse(String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'%s' is not a whole number".formatted(value));
    }
  }
}
