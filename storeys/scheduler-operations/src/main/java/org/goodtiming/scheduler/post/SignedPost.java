package org.goodtiming.scheduler.post;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.config.operations.PostConfig;

/** Posts to receivers, signed by Standard Webhooks, if the settings of this node allow it. */
public final class SignedPost {

  private final PostConfig config;
  private final PostAddresses addresses;
  private final HttpsPost https;
  private final Clock clock;

  /**
   * @param clock for the time that is signed, so that a receiver can refuse an old message
   */
  public SignedPost(PostConfig config, PostAddresses addresses, HttpsPost https, Clock clock) {
    this.config = config;
    this.addresses = addresses;
    this.https = https;
    this.clock = clock;
  }

  public static SignedPost of(PostConfig config, PostDeadlines deadlines) {
    return new SignedPost(
        config,
        new PostAddresses(config),
        new HttpsPost(config.authorities().sockets(), deadlines, config.timeout()),
        Clock.systemUTC());
  }

  /**
   * What is posted.
   *
   * @param id by which the receiver recognizes a repetition
   * @param headers values are printable ASCII
   */
  public record Message(String id, Map<String, String> headers, byte[] body) {}

  /**
   * Returns the answer of the receiver.
   *
   * @param maxContent how many bytes of the content of the answer are read
   * @throws IOException if there is no answer, or the receiver must not get the message
   */
  public HttpAnswer send(URI url, Message message, int maxContent) throws IOException {
    List<InetAddress> allowed = addresses.of(url);
    return https.send(
        new HttpsPost.Request(url, headers(message), message.body(), maxContent), allowed);
  }

  private Map<String, String> headers(Message message) {
    Instant now = clock.instant();
    Map<String, String> headers = new LinkedHashMap<>(message.headers());
    headers.put("User-Agent", "GoodTiming");
    headers.put("webhook-id", message.id());
    headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
    headers.put(
        "webhook-signature", PostSignature.of(config.secrets(), message.id(), now, message.body()));
    return headers;
  }
}
