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
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.goodtiming.scheduler.config.TokenConfig;

/** Connections to an issuer of tokens, with the time limits and authorities of the settings. */
public final class IssuerConnection {

  private static final int MAX_BYTES = 256 * 1024;

  private final int timeout;
  private final SSLSocketFactory sockets;
  private volatile boolean keysWereRead;

  public IssuerConnection(TokenConfig config) {
    timeout = Math.toIntExact(config.timeout().toMillis());
    sockets = sockets(config.authorities());
  }

  /** Reads what the issuer publishes. */
  ResourceRetriever reader() {
    return new DefaultResourceRetriever(timeout, timeout, MAX_BYTES, true, sockets);
  }

  /** Reads its keys. */
  ResourceRetriever readerOfKeys() {
    ResourceRetriever reader = reader();
    return url -> {
      Resource keys = reader.retrieveResource(url);
      keysWereRead |= areKeys(keys.getContent());
      return keys;
    };
  }

  private static boolean areKeys(String content) {
    try {
      JWKSet.parse(content);
      return true;
    } catch (ParseException e) {
      // Whoever asked for the keys is told
      return false;
    }
  }

  /** Whether its keys have been read at least once. */
  boolean keysWereRead() {
    return keysWereRead;
  }

  /**
   * Sends a form.
   *
   * @param authorization value of the header
   */
  Answer post(URI url, String authorization, Map<String, String> form) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
    connection.setConnectTimeout(timeout);
    connection.setReadTimeout(timeout);
    connection.setInstanceFollowRedirects(false);
    if (connection instanceof HttpsURLConnection tls) {
      tls.setSSLSocketFactory(sockets);
    }
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Authorization", authorization);
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

  private static SSLSocketFactory sockets(List<Certificate> authorities) {
    return authorities.isEmpty()
        ? (SSLSocketFactory) SSLSocketFactory.getDefault()
        : trusting(authorities).getSocketFactory();
  }

  private static SSLContext trusting(List<Certificate> authorities) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate authority : authorities) {
        store.setCertificateEntry("authority " + store.size(), authority);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(null, trust.getTrustManagers(), null);
      return tls;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("certificates cannot be trusted", e);
    }
  }
}
