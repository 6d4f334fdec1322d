package org.goodtiming.scheduler.web;

import org.goodtiming.scheduler.api.JobKey;

/**
 * An action on a job or schedule.
 *
 * @param path the job id and the action, as requested
 */
record JobAction(JobKey key, String name, String path) {

  ProblemException unknown() {
    return unknown(path);
  }

  static ProblemException unknown(String path) {
    return Problem.NOT_SERVED.withStatus(404, "POST", path, "there is no such action");
  }
}
