package org.goodtiming.scheduler.dev;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Number of nodes, limited by the machine. */
final class NodeCount implements ITypeConverter<Integer> {
  private final Machine machine;

  NodeCount() {
    this(Machine.here());
  }

  NodeCount(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer convert(String value) {
    var count = WholeNumber.parse(value);
    if (count < 1 || count > machine.mostNodes()) {
      throw new TypeConversionException(
          "'%s' is not between 1 and %d, the limit for %d cores and %d MiB of memory"
              .formatted(value, machine.mostNodes(), machine.cores(), machine.mebibytes()));
    }
    return (int) count;
  }
}
