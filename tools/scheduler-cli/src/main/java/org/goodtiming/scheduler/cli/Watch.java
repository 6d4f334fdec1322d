package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that only reads can be done again and again. */
final class Watch {

  @Option(
      names = "--watch",
      arity = "0..1",
      fallbackValue = "2",
      paramLabel = "SECONDS",
      description = "Shows it again every SECONDS, 2 if not given, until it is interrupted.")
  @Nullable Integer seconds;
}
