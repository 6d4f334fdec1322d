package org.goodtiming.scheduler.targets;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The URL to which the jobs of a worker queue are posted.
 *
 * @param text of the URL; SQL may have set one that cannot be read
 */
record Target(String queue, String text) {

  URI url() throws MalformedURLException {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new MalformedURLException("the queue's target is no URL: " + e.getMessage());
    }
  }

  @Nullable String host() {
    try {
      return url().getHost();
    } catch (MalformedURLException e) {
      return null;
    }
  }
}
