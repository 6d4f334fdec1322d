package org.goodtiming.scheduler.lifecycle;

import java.net.URI;

/**
 * A webhook for which events wait.
 *
 * @param retry its retry policy
 * @param failures failed attempts of the event that is first in line
 */
record Webhook(String name, URI url, String retry, int failures) {

  /** The same for the next event in line. */
  Webhook afterSuccess() {
    return new Webhook(name, url, retry, 0);
  }

  /**
   * An event that waits.
   *
   * @param id of the event, the same at each attempt
   * @param body JSON of CloudEvents
   */
  record Waiting(long position, String id, String body) {}
}
