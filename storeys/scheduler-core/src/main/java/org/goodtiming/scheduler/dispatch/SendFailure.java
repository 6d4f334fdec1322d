package org.goodtiming.scheduler.dispatch;

/** Says what an operator has to do when the broker refuses the messages to a worker queue. */
final class SendFailure {

  private SendFailure() {}

  /**
   * @param brokerText of the exception
   * @return cause and remedy, if they are known, before the broker's text
   */
  static String text(String queue, String brokerText) {
    if (brokerText.contains("permission='CREATE_")) {
      // Artemis asks for this permission before it says that a queue is missing
      return "queue %s does not exist at the broker: create it (%s)".formatted(queue, brokerText);
    }
    if (brokerText.contains("permission='SEND'")) {
      return "the scheduler's login may not send to queue %s: give it the permission send at the broker (%s)"
          .formatted(queue, brokerText);
    }
    if (brokerText.contains("is full")) {
      return "queue %s is full at the broker: check whether its workers run (%s)"
          .formatted(queue, brokerText);
    }
    return brokerText;
  }
}
