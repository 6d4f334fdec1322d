package org.goodtiming.scheduler.dev;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The name of a server on the command line: that of its type, in lower case. */
final class ServerName implements ITypeConverter<ServerType> {

  @Override
  public ServerType convert(String value) {
    return Arrays.stream(ServerType.values())
        .filter(type -> of(type).equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' is none of %s"
                        .formatted(
                            value,
                            Arrays.stream(ServerType.values())
                                .map(ServerName::of)
                                .collect(joining(", ")))));
  }

  private static String of(ServerType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }
}
