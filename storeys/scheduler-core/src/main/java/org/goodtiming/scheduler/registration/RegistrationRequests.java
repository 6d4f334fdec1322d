package org.goodtiming.scheduler.registration;

import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.message.ReceivedMessage;

/**
 * All registrations of a batch of messages, in order: a message with many lines contains many jobs.
 */
public final class RegistrationRequests {

  /**
   * @param requests one, unless the message has many lines
   */
  private record RequestMessage(boolean hasLines, List<RegistrationRequest> requests) {

    Reply reply() {
      return hasLines ? BulkReceipt.of(requests) : requests.get(0).receipt();
    }
  }

  private final List<RequestMessage> messages = new ArrayList<>();

  public void add(ReceivedMessage message, Intent intent) {
    if (intent instanceof Intent.ScheduleAll many) {
      List<RegistrationRequest> lines =
          many.lines().stream()
              .map(line -> new RegistrationRequest(message, line, line.intent()))
              .toList();
      messages.add(new RequestMessage(true, lines));
    } else {
      messages.add(
          new RequestMessage(false, List.of(new RegistrationRequest(message, null, intent))));
    }
  }

  List<RegistrationRequest> all() {
    return messages.stream().flatMap(message -> message.requests().stream()).toList();
  }

  /** One for each message; all registrations are answered. */
  List<Reply> replies() {
    return messages.stream().map(RequestMessage::reply).toList();
  }
}
