package org.goodtiming.scheduler.cli;

import picocli.CommandLine.Option;

/** The number of rows of a list. */
final class PageOptions {

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "Maximum number of rows; ${DEFAULT-VALUE} if not given.")
  int limit;

  @Option(names = "--all", description = "All rows.")
  boolean all;

  int most() {
    return all ? Integer.MAX_VALUE : limit;
  }
}
