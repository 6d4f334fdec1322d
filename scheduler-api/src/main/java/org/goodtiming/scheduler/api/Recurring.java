package org.goodtiming.scheduler.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A schedule of the jobs that a {@link JobHandler} processes. The application registers it at each
 * start, on each server.
 *
 * <pre>{@code
 * @JobHandler(queue = "report")
 * @Recurring(value = "cron:0 0 6 ? * MON-FRI", zone = "Europe/Berlin")
 * public void daily() { ... }
 * }</pre>
 *
 * <p>A schedule that has not changed continues: its next run, its count and its pause stay. A
 * schedule that was changed here or in the scheduler is replaced ({@link
 * JobRequest.IfExists#UPDATE}); an ended schedule begins anew.
 *
 * <p>The schedule stays when the annotation or the application is removed, because another version
 * or another server may still need it. Cancel it: {@code goodtiming job cancel report
 * Reports.daily}.
 *
 * <p>A refusal appears in the server's log and leaves the schedule of a former version unchanged.
 * If an operator can lift the refusal, for example by creating the worker queue, the application
 * tries again (SCHED-0077); otherwise it does not (SCHED-0028). The server needs the connection
 * factory {@link WireContract#CONNECTION_FACTORY}.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface Recurring {

  /** The recurrence, in the text form of {@link JobRequestBuilder#recurring}. */
  String value();

  /** The time zone, for example {@code Europe/Berlin}; empty if the recurrence names it. */
  String zone() default "";

  /** The job id; empty: the names of class and method, {@code Reports.daily}. */
  String jobId() default "";

  /** The payload of each run. */
  String text() default "";

  /** The treatment of missed runs. */
  JobRequest.Misfire misfire() default JobRequest.Misfire.FIRE_ONCE;

  /**
   * Maximum time that a run waits for the end of the previous run: a duration such as {@code PT1H};
   * empty: it does not wait.
   */
  String withoutOverlap() default "";

  /**
   * What happens to a run that is due before the end of the previous run; {@link #withoutOverlap}
   * overrides it.
   */
  JobRequest.Overlap overlap() default JobRequest.Overlap.ALLOW;

  /** Number of failed runs in a row after which the schedule is paused, 1 to 1000; 0: none. */
  int pauseAfterFailures() default 0;
}
