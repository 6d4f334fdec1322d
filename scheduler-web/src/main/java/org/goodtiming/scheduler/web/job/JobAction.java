package org.goodtiming.scheduler.web.job;

import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;

/**
 * An action on a job or schedule.
 *
 * @param path the job id and the action, as requested
 */
public record JobAction(JobKey key, String name, String path) {

  public ProblemException unknown() {
    return unknown(path);
  }

  public static ProblemException unknown(String path) {
    return Problem.NOT_SERVED.withStatus(404, "POST", path, "there is no such action");
  }
}
