package org.goodtiming.scheduler.post;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS of a receiver with a certificate of its own, which its client trusts. */
public final class ReceiverTls {

  private static final char[] PASSWORD = "changeit".toCharArray();

  private ReceiverTls() {}

  /** A context for both sides. */
  public static SSLContext of(String host, Path directory) throws Exception {
    KeyStore keys = keys(host, directory);
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("receiver", keys.getCertificate("receiver"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    return tls;
  }

  private static KeyStore keys(String host, Path directory) throws Exception {
    Path file = directory.resolve("receiver.p12");
    assertThat(keytool(host, file, directory).waitFor(1, TimeUnit.MINUTES)).isTrue();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private static Process keytool(String host, Path file, Path directory) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "receiver",
            "-keyalg",
            "EC",
            "-dname",
            "CN=" + host,
            "-ext",
            "san=dns:" + host,
            "-storetype",
            "PKCS12",
            "-keystore",
            file.toString(),
            "-storepass",
            new String(PASSWORD))
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("keytool.log").toFile())
        .start();
  }
}
