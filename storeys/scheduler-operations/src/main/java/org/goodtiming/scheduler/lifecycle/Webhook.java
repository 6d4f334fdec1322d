package org.goodtiming.scheduler.lifecycle;

/**
 * A receiver of events.
 *
 * @param id unique even among later webhooks of the same name
 * @param retry its retry policy
 * @param failures failed attempts of the event that is first in line
 * @param failing whether the last post, perhaps of another event, was not accepted
 */
record Webhook(long id, String name, String url, String retry, int failures, boolean failing) {

  /** Returns the webhook in its state before the next event in line. */
  Webhook afterSuccess() {
    return new Webhook(id, name, url, retry, 0, false);
  }

  /**
   * An event that waits.
   *
   * @param id of the event, the same at each attempt
   * @param body JSON of CloudEvents
   */
  record Waiting(long position, String id, String body) {}
}
