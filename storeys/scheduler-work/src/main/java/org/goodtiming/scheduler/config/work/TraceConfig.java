package org.goodtiming.scheduler.config.work;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.goodtiming.scheduler.config.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Where spans go.
 *
 * @param collector base address of a collector of OTLP over HTTP; null: no spans
 */
public record TraceConfig(@Nullable URI collector) {

  private static final String ENDPOINT = "scheduler.otlp.endpoint";

  /** The name of the specification of OpenTelemetry. */
  private static final String STANDARD_ENDPOINT = "otel.exporter.otlp.endpoint";

  private static final Set<String> SCHEMES = Set.of("http", "https");

  public static TraceConfig from(Settings settings) {
    String standard = settings.text(STANDARD_ENDPOINT, "");
    String own = settings.text(ENDPOINT, "");
    String name = own.isEmpty() ? STANDARD_ENDPOINT : ENDPOINT;
    String text = own.isEmpty() ? standard : own;
    if (text.isEmpty()) {
      return new TraceConfig(null);
    }
    URI address = address(text);
    settings.require(
        address != null,
        "SCHED-0080 %s is '%s' but must be the base address of a collector of OTLP over HTTP, such as http://localhost:4318",
        name,
        text);
    return new TraceConfig(address);
  }

  private static @Nullable URI address(String text) {
    try {
      URI address = new URI(text);
      String scheme = address.getScheme();
      return scheme != null
              && SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))
              && address.getHost() != null
              && address.getQuery() == null
          ? address
          : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
