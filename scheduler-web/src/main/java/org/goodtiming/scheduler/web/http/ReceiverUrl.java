package org.goodtiming.scheduler.web.http;

import java.net.URI;
import java.net.URISyntaxException;
import org.goodtiming.scheduler.config.operations.PostConfig;
import org.goodtiming.scheduler.post.PostAddresses;

/** URLs to which nodes post. */
public final class ReceiverUrl {

  private static final int MAX_LENGTH = 2_000;

  private ReceiverUrl() {}

  /**
   * Checks the URL but not whether the settings of the nodes allow its host.
   *
   * @return the same text
   */
  public static String checked(String text) {
    try {
      URI url = new URI(text);
      refuseUnless(text.length() <= MAX_LENGTH, text, "it has more than 2000 characters");
      refuseUnless("https".equals(url.getScheme()), text, "it does not begin with https://");
      refuseUnless(url.getHost() != null, text, "it names no host");
      refuseUnless(url.getRawUserInfo() == null, text, "it has a user");
      refuseUnless(url.getRawFragment() == null, text, "it has a fragment");
      refuseUnless(text.chars().allMatch(c -> c < 128), text, "it has characters beyond ASCII");
      refuseUnless(
          url.getPort() <= 65_535 && url.getPort() != 0, text, "its port is not one of 1 to 65535");
      return text;
    } catch (URISyntaxException e) {
      throw Problem.BAD_RECEIVER_URL.with(text, e.getReason());
    }
  }

  /**
   * Refuses a URL to which this node will not post.
   *
   * @param url that was {@link #checked}
   */
  public static void checkAllowed(String url, PostConfig config) {
    String refusal = new PostAddresses(config).refusal(URI.create(url));
    if (refusal != null) {
      throw Problem.BAD_RECEIVER_URL.with(url, refusal);
    }
  }

  private static void refuseUnless(boolean rule, String text, String why) {
    if (!rule) {
      throw Problem.BAD_RECEIVER_URL.with(text, why);
    }
  }
}
