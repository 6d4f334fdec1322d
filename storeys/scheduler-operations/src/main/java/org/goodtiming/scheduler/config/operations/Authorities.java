package org.goodtiming.scheduler.config.operations;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.goodtiming.scheduler.config.Settings;

/**
 * The authorities whose certificates a client of TLS trusts.
 *
 * @param certificates empty: those that the server trusts
 */
public record Authorities(List<Certificate> certificates) {

  /** Those that the server trusts. */
  public static final Authorities OF_THE_SERVER = new Authorities(List.of());

  /** Reads the file that a setting names, certificates in PEM. */
  static Authorities from(Settings settings, String setting) {
    String file = settings.text(setting, "");
    if (file.isEmpty()) {
      return OF_THE_SERVER;
    }
    List<Certificate> certificates = certificates(Path.of(file));
    settings.require(
        !certificates.isEmpty(),
        "SCHED-0987 %s is %s, from which no certificate can be read: name a file with certificates of authorities in PEM",
        setting,
        file);
    return new Authorities(certificates);
  }

  private static List<Certificate> certificates(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
    } catch (IOException | GeneralSecurityException e) {
      return List.of();
    }
  }

  /** Makes the sockets of clients that trust these authorities alone. */
  public SSLSocketFactory sockets() {
    return certificates.isEmpty()
        ? (SSLSocketFactory) SSLSocketFactory.getDefault()
        : context().getSocketFactory();
  }

  private SSLContext context() {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate authority : certificates) {
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
