package org.goodtiming.scheduler.cli;

import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(description = "One operation on all that matches.")
final class BatchCommand extends Noun {

  /** The operations that the API knows. */
  static final class Operations implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of(
              "cancel",
              "reschedule",
              "run-now",
              "hold",
              "release",
              "resubmit",
              "delete",
              "run-again",
              "cancel-runs")
          .iterator();
    }
  }

  @Command(
      description = "Starts an operation on all jobs, ended runs or quarantined rows that match.")
  void start(
      @Parameters(
              paramLabel = "OPERATION",
              completionCandidates = Operations.class,
              description = "${COMPLETION-CANDIDATES}.")
          String operation,
      @Mixin BatchFilters filters,
      @Mixin BatchStart start) {
    start.start(operation, filters, api(), output());
  }

  @Command(description = "Lists batch operations, the latest first.")
  void list(@Mixin PageOptions page, @Mixin Watch watch) {
    list(
        Address.of("batch-operations"),
        "batchOperations",
        page,
        "id",
        "operation",
        "state",
        "counted",
        "done",
        "refused",
        "requestedBy",
        "requestedAt");
  }

  @Command(description = "Shows a batch operation.")
  void show(@Parameters(paramLabel = "ID") long id, @Mixin Watch watch) {
    show(address(id));
  }

  @Command(description = "Stops a batch operation; what is done stays done.")
  void stop(@Parameters(paramLabel = "ID") long id) {
    delete(address(id), "Batch operation %d is stopped".formatted(id));
  }

  private static Address address(long id) {
    return Address.of("batch-operations").name(String.valueOf(id));
  }
}
