package org.goodtiming.scheduler.api;

/** A registration could not be sent, or a delivery could not be read. */
public class JobSchedulerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public JobSchedulerException(String message, Throwable cause) {
    super(message, cause);
  }

  public JobSchedulerException(String message) {
    super(message);
  }

  static JobSchedulerException unreadable(Exception e) {
    return new JobSchedulerException(
        "SCHED-0003 cannot read the message as a job: " + e.getMessage(), e);
  }
}
