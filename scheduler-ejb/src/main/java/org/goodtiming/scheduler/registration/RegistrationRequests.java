package org.goodtiming.scheduler.registration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/**
 * All registrations of a batch of messages, in order: a message with many lines contains many jobs.
 */
final class RegistrationRequests {

  /**
   * @param line null unless the message has many
   */
  record RegistrationRequest(ReceivedMessage message, Intent.@Nullable Line line, Intent intent) {

    /** Of the registrant; null if the broker does not report it. */
    @Nullable String login() {
      return message.origin().sender().login();
    }
  }

  private final List<RegistrationRequest> all = new ArrayList<>();
  private final List<Intent> messages = new ArrayList<>();

  void add(ReceivedMessage message, Intent intent) {
    messages.add(intent);
    if (intent instanceof Intent.ScheduleAll many) {
      many.lines().forEach(line -> all.add(new RegistrationRequest(message, line, line.intent())));
    } else {
      all.add(new RegistrationRequest(message, null, intent));
    }
  }

  RegistrationRequest at(int position) {
    return all.get(position);
  }

  List<RegistrationRequest> all() {
    return Collections.unmodifiableList(all);
  }

  /**
   * @param receipts one for each registration
   * @return one for each message
   */
  List<Reply> answers(Receipt[] receipts) {
    List<Reply> answers = new ArrayList<>(messages.size());
    int next = 0;
    for (Intent message : messages) {
      if (message instanceof Intent.ScheduleAll many) {
        int end = next + many.lines().size();
        answers.add(BulkReceipt.of(many.lines(), Arrays.asList(receipts).subList(next, end)));
        next = end;
      } else {
        answers.add(receipts[next++]);
      }
    }
    return answers;
  }
}
