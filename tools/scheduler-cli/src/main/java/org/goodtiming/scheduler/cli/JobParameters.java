package org.goodtiming.scheduler.cli;

import picocli.CommandLine.Parameters;

/** The key of a job or schedule, as two arguments. */
final class JobParameters {

  @Parameters(index = "0", paramLabel = "QUEUE", completionCandidates = QueueNames.class)
  private String queue = "";

  @Parameters(index = "1", paramLabel = "JOB")
  private String id = "";

  /** The address of the job. */
  Address job() {
    return Address.of("jobs").name(queue).id(id);
  }

  /** The address of the schedule. */
  Address schedule() {
    return Address.of("schedules").name(queue).id(id);
  }

  @Override
  public String toString() {
    return queue + "/" + id;
  }
}
