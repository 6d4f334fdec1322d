package org.goodtiming.scheduler.dev;

import de.dentrassi.crypto.pem.PemKeyStoreProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.SocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The certificates that the documented script makes. */
record Certificates(Path directory) {
  static Certificates make(Path project, Path directory) throws Exception {
    var script = project.resolve("tools/scheduler-dev/tls/make-certificates").toString();
    var log = directory.resolveSibling("make-certificates.log").toFile();
    var made =
        new ProcessBuilder(script, directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    if (made.waitFor() != 0) {
      throw new IOException("make-certificates failed: " + Files.readString(log.toPath()));
    }
    return new Certificates(directory);
  }

  String path(String file) {
    return directory.resolve(file).toString();
  }

  /** Sockets that trust our authority and can say who they are. */
  SocketFactory sockets() throws IOException, GeneralSecurityException {
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store("ca.crt"));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store("node.pem"), new char[0]);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context.getSocketFactory();
  }

  private KeyStore store(String file) throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance("PEM", new PemKeyStoreProvider());
    try (var pem = Files.newInputStream(directory.resolve(file))) {
      store.load(pem, new char[0]);
    }
    return store;
  }
}
