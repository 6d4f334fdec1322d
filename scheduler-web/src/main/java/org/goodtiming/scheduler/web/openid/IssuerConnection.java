package org.goodtiming.scheduler.web.openid;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.goodtiming.scheduler.config.operations.TokenConfig;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.message.StorableText;
import org.jspecify.annotations.Nullable;

/** Connections to an issuer of tokens, with the time limits and authorities of the settings. */
public final class IssuerConnection {

  private static final Logger LOG = System.getLogger(IssuerConnection.class.getName());

  private static final int MAX_BYTES = 256 * 1024;
  private static final int MAX_LOGGED_LENGTH = 500;

  private final int timeout;
  private final SSLSocketFactory sockets;
  private volatile boolean keysWereRead;
  private List<String> logged = List.of();

  public IssuerConnection(TokenConfig config) {
    timeout = Math.toIntExact(config.timeout().toMillis());
    sockets = config.authorities().sockets();
  }

  /** Reads documents that the issuer publishes. */
  ResourceRetriever reader() {
    return new DefaultResourceRetriever(timeout, timeout, MAX_BYTES, true, sockets);
  }

  /** Reads the issuer's keys, and logs ignored keys. */
  ResourceRetriever readerOfKeys() {
    ResourceRetriever reader = reader();
    return url -> {
      ReadableKeys keys = ReadableKeys.parse(reader.retrieveResource(url).getContent());
      keysWereRead = true;
      logIgnored(url, keys.ignored());
      return new Resource(keys.document(), JWKSet.MIME_TYPE);
    };
  }

  /** Until others are ignored, they are not logged again. */
  private synchronized void logIgnored(URL url, List<String> ignored) {
    if (!ignored.isEmpty() && !ignored.equals(logged)) {
      LOG.log(
          Level.WARNING,
          "SCHED-0905 {0} publishes keys that cannot be read; they are ignored, and tokens that need one of them are refused: {1}",
          url,
          LogText.oneLine(StorableText.shown(String.join("; ", ignored), MAX_LOGGED_LENGTH)));
    }
    logged = ignored;
  }

  /** Whether its keys have been read at least once. */
  boolean keysWereRead() {
    return keysWereRead;
  }

  /**
   * Sends a form.
   *
   * @param authorization value of the header; null: none
   */
  Answer post(URI url, @Nullable String authorization, Map<String, String> form)
      throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
    connection.setConnectTimeout(timeout);
    connection.setReadTimeout(timeout);
    connection.setInstanceFollowRedirects(false);
    if (connection instanceof HttpsURLConnection tls) {
      tls.setSSLSocketFactory(sockets);
    }
    connection.setRequestMethod("POST");
    if (authorization != null) {
      connection.setRequestProperty("Authorization", authorization);
    }
    connection.setRequestProperty("Accept", "application/json");
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(encoded(form).getBytes(US_ASCII));
    }
    return new Answer(connection.getResponseCode(), body(connection));
  }

  private static String body(HttpURLConnection connection) throws IOException {
    InputStream failure = connection.getErrorStream();
    try (InputStream in = failure == null ? connection.getInputStream() : failure) {
      return new String(in.readNBytes(MAX_BYTES), UTF_8);
    }
  }

  /** Parameters of a form or of a query. */
  static String encoded(Map<String, String> form) {
    return form.entrySet().stream()
        .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  /** The answer of the issuer to a form. */
  record Answer(int status, String body) {}

  int timeoutMillis() {
    return timeout;
  }
}
