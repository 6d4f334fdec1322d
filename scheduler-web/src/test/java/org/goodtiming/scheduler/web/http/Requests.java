package org.goodtiming.scheduler.web.http;

import java.net.URI;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ContainerRequest;

/** Requests as Jersey passes them to filters. */
final class Requests {

  static final URI BASE = URI.create("http://node-1:8080/scheduler/api/v1/");

  private Requests() {}

  /**
   * @param headers names and values in turn
   */
  static ContainerRequest request(String method, String... headers) {
    ContainerRequest request =
        new ContainerRequest(
            BASE, BASE.resolve("jobs"), method, null, new MapPropertiesDelegate(), null);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }
}
