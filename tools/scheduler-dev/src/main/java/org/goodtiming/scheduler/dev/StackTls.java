package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.Map;
import javax.net.SocketFactory;

/**
 * TLS between the components of a stack, with the settings of docs/security.md.
 *
 * @param certificates the directory that {@code make-certificates} has filled
 * @param sockets that get through to the broker
 */
public record StackTls(Path certificates, SocketFactory sockets) {

  /** Parameters of the broker's acceptor. */
  String acceptor() {
    return "sslEnabled=true;%s;needClientAuth=true;%s".formatted(key("broker.pem"), trust());
  }

  /** Settings of PostgreSQL. */
  Map<String, String> database() {
    return Map.of(
        "ssl", "on", "ssl_cert_file", path("database.crt"), "ssl_key_file", path("database.key"));
  }

  /** Variables of a node. */
  Map<String, String> node() {
    return Map.of(
        "SCHEDULER_BROKER_TLS",
        client(),
        "SCHEDULER_DB_SSL_MODE",
        "verify-full",
        "SCHEDULER_DB_SSL_ROOT_CERT",
        path("ca.crt"));
  }

  /** How nodes, and the brokers of a pair, connect to a broker. */
  String client() {
    return "sslEnabled=true;forceSSLParameters=true;%s;%s".formatted(trust(), key("node.pem"));
  }

  private String trust() {
    return "trustStoreType=PEM;trustStorePath=" + path("ca.crt");
  }

  private String key(String file) {
    return "keyStoreType=PEM;keyStorePath=" + path(file);
  }

  private String path(String file) {
    return certificates.resolve(file).toString();
  }
}
