package org.goodtiming.scheduler.dev;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A TCP port. */
final class PortNumber implements ITypeConverter<Integer> {
  private static final int LAST = 65_535;

  @Override
  public Integer convert(String value) {
    var port = WholeNumber.parse(value);
    if (port < 1 || port > LAST) {
      throw new TypeConversionException("'%s' is not between 1 and %d".formatted(value, LAST));
    }
    return (int) port;
  }
}
