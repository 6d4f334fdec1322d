package org.goodtiming.scheduler.registration;

import static java.util.Objects.requireNonNull;

import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/** One registration of a batch: a message, or a line of a message with many. */
public final class RegistrationRequest {

  private final ReceivedMessage message;
  private final Intent.@Nullable Line line;
  private final Intent intent;
  private @Nullable Receipt receipt;

  /**
   * @param line null unless the message has many
   */
  public RegistrationRequest(ReceivedMessage message, Intent.@Nullable Line line, Intent intent) {
    this.message = message;
    this.line = line;
    this.intent = intent;
  }

  ReceivedMessage message() {
    return message;
  }

  /** Null unless the message has many. */
  public Intent.@Nullable Line line() {
    return line;
  }

  Intent intent() {
    return intent;
  }

  /** The login of the registrant; null if the broker does not report it. */
  @Nullable String login() {
    return message.origin().sender().login();
  }

  void answer(Receipt answer) {
    receipt = answer;
  }

  /** The receipt; available after {@link #answer}. */
  Receipt receipt() {
    return requireNonNull(receipt, "not answered");
  }
}
