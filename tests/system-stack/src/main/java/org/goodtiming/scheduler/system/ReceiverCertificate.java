package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The key and certificate of HTTPS servers of tests, with the name {@code localhost}. */
public final class ReceiverCertificate {

  /** Signs the posts of jobs. */
  public static final String SECRET = "the secret of the nodes for the targets of queues";

  private static final String PASSWORD = "changeit";

  private final Path keys;
  private final Path certificate;

  private ReceiverCertificate(Path directory) {
    this.keys = directory.resolve("receiver.p12");
    this.certificate = directory.resolve("receiver.pem");
  }

  static ReceiverCertificate create() {
    try {
      ReceiverCertificate created =
          new ReceiverCertificate(Files.createTempDirectory("receiver-certificate"));
      created.keytool(
          "-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
      created.keytool("-exportcert", "-rfc", "-file", created.certificate.toString());
      return created;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file with the certificate, in PEM. */
  String certificate() {
    return certificate.toString();
  }

  /** TLS for a server. */
  public SSLContext tls() throws GeneralSecurityException, IOException {
    KeyStore own = own();
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(own, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private KeyStore own() throws GeneralSecurityException, IOException {
    KeyStore own = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      own.load(in, PASSWORD.toCharArray());
    }
    return own;
  }

  /** A file with the certificate and its key in PEM, for servers that are not in Java. */
  public Path certificateWithKey() throws GeneralSecurityException, IOException {
    byte[] key = own().getKey("receiver", PASSWORD.toCharArray()).getEncoded();
    String pem =
        "%s-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(
                Files.readString(certificate),
                Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key));
    return Files.writeString(keys.resolveSibling("receiver-with-key.pem"), pem);
  }

  private void keytool(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(
        List.of("-alias", "receiver", "-storetype", "PKCS12", "-keystore", keys.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(keys.resolveSibling("keytool.log").toFile())
            .start();
    try {
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException(Files.readString(keys.resolveSibling("keytool.log")));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
