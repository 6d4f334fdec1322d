package org.goodtiming.scheduler.api;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.goodtiming.scheduler.api.JobReceipt.Status;
import org.jspecify.annotations.Nullable;

/** The schedule of a {@link Recurring} method, for the bean that the compiler generates. */
public final class HandlerSchedule {

  private static final Logger LOG = System.getLogger(HandlerSchedule.class.getName());
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final JobScheduler scheduler;
  private final JobRequest request;
  private boolean failed;
  private @Nullable String refusal;

  /**
   * A schedule that is not registered yet.
   *
   * @param scheduler of the application
   * @param request of the schedule
   */
  public HandlerSchedule(JobScheduler scheduler, JobRequest request) {
    this.scheduler = scheduler;
    this.request = request;
  }

  /**
   * Registers the schedule. Call it without a transaction, every 10 seconds until it returns true.
   *
   * @return whether the schedule is registered, or refused for a reason that only another version
   *     of the application can remove
   */
  public boolean register() {
    try {
      return tell(answer());
    } catch (JobSchedulerException e) {
      if (!failed) {
        LOG.log(
            Level.WARNING,
            "SCHED-0027 schedule {0} is not registered yet; the application tries again: {1}",
            request.key(),
            e.getMessage());
      }
      failed = true;
      return false;
    }
  }

  /**
   * Checks the request before it is sent again after a refusal, which would fill the quarantine.
   */
  private JobReceipt answer() {
    JobReceipt check = refusal == null ? null : scheduler.check(request, TIMEOUT);
    return check == null || check.status() == Status.ACCEPTABLE
        ? scheduler.scheduleAndWait(request, TIMEOUT)
        : check;
  }

  private boolean tell(JobReceipt receipt) {
    if (receipt.isRejected()) {
      return tellRefusal(String.valueOf(receipt.code()), receipt.reason());
    }
    LOG.log(
        Level.INFO,
        "SCHED-0029 schedule {0}: {1}, next run at {2}",
        request.key(),
        receipt.status(),
        receipt.dueAt());
    return true;
  }

  /** Logs the refusal. Returns whether it is final. */
  private boolean tellRefusal(String code, @Nullable String reason) {
    String cure = cure(code);
    if (cure == null) {
      LOG.log(
          Level.ERROR,
          "SCHED-0028 schedule {0} of this application is refused, and not tried again: {1} {2}. The schedule of a former version goes on; if there is none, the handler gets no jobs",
          request.key(),
          code,
          reason);
    } else if (!code.equals(refusal)) {
      LOG.log(
          Level.WARNING,
          "SCHED-0077 schedule {0} of this application is refused, and tried again every 10 s: {1} {2}. To have it accepted: {3}",
          request.key(),
          code,
          reason,
          cure);
    }
    refusal = code;
    return cure == null;
  }

  /**
   * The action by which an operator lifts the refusal while the application runs; null if none
   * does.
   */
  private @Nullable String cure(String code) {
    String queue = request.key().queue();
    return switch (code) {
      case "SCHED-0058" -> "correct the schema, or the annotation";
      case "SCHED-0102" -> "goodtiming queue create " + queue;
      case "SCHED-0152" -> "goodtiming grant add LOGIN " + queue;
      default -> null;
    };
  }
}
