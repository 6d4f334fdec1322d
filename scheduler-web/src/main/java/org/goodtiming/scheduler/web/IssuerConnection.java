package org.goodtiming.scheduler.web;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.goodtiming.scheduler.config.TokenConfig;

/** Connections to an issuer of tokens, with the time limits and authorities of the settings. */
final class IssuerConnection {

  private static final int MAX_BYTES = 256 * 1024;

  private final int timeout;
  private final SSLSocketFactory sockets;

  IssuerConnection(TokenConfig config) {
    timeout = Math.toIntExact(config.timeout().toMillis());
    sockets = sockets(config.authorities());
  }

  /** Reads what the issuer publishes. */
  ResourceRetriever reader() {
    return new DefaultResourceRetriever(timeout, timeout, MAX_BYTES, true, sockets);
  }

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
