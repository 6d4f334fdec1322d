package org.goodtiming.scheduler.message;

import org.jspecify.annotations.Nullable;

/**
 * The sender of a message, and its address.
 *
 * @param login at the broker, as the broker has validated it; null if the broker does not report it
 * @param address that the message was sent to; null if the broker does not report it
 * @param replyTo name of the address for the receipt; null if there is none to be sent
 */
public record Sender(@Nullable String login, @Nullable String address, @Nullable String replyTo) {

  /** The sender of a message of which the broker reports nothing. */
  public static final Sender UNKNOWN = new Sender(null, null, null);

  @Override
  public String toString() {
    return "login %s to address %s"
        .formatted(login == null ? "unknown" : login, address == null ? "unknown" : address);
  }
}
