package org.goodtiming.scheduler.web;

import org.goodtiming.scheduler.api.JobKey;

/**
 * An action on a job or schedule. It is the end of the path, because a job id may contain slashes.
 *
 * @param path the job id and the action
 */
record JobAction(JobKey key, String name, String path) {

  /**
   * @param path the job id and the action
   */
  static JobAction of(String queue, String path) {
    int end = path.lastIndexOf('/');
    if (end < 0) {
      throw unknown(path);
    }
    return new JobAction(
        JobsResource.key(queue, path.substring(0, end)), path.substring(end + 1), path);
  }

  ProblemException unknown() {
    return unknown(path);
  }

  private static ProblemException unknown(String path) {
    return Problem.NOT_SERVED.withStatus(404, "POST", path, "there is no such action");
  }
}
