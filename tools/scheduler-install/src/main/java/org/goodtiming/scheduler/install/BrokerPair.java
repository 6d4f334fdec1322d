package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * A broker's part in a pair, in which one broker is active.
 *
 * @param self address of this broker when it is active, for nodes and the other broker
 * @param other address of the other broker
 * @param backup whether it waits for the end of the other one, the primary
 * @param store directory that both reach, with their messages
 * @param tls parameters of both, as in {@code SCHEDULER_BROKER_TLS}; empty if there are none
 * @param password by which they know each other
 */
public record BrokerPair(
    String self, String other, boolean backup, Path store, String tls, String password) {

  /** The variable with the password. */
  public static final String PASSWORD = "SCHEDULER_BROKER_PAIR_PASSWORD";

  /**
   * Adds the settings of a pair to a broker's configuration.
   *
   * @throws IOException if it is not the configuration of a broker
   */
  public String join(String configuration) throws IOException {
    return new BrokerXml(configuration).join(this).text();
  }

  /** The directories of a separate instance. */
  Map<String, String> directories() {
    return Map.of(
        "paging-directory", store.resolve("paging").toString(),
        "bindings-directory", store.resolve("bindings").toString(),
        "journal-directory", store.resolve("journal").toString(),
        "large-messages-directory", store.resolve("large-messages").toString());
  }

  /** The sections of a broker's configuration that make it one of the pair. */
  BrokerXml sections() throws IOException {
    try (InputStream file = requireNonNull(BrokerPair.class.getResourceAsStream("pair.xml"))) {
      String text =
          new String(file.readAllBytes(), UTF_8)
              .replace("${SELF}", self)
              .replace("${OTHER}", other)
              .replace("${TLS}", tls.isEmpty() ? "" : xml("?" + tls))
              .replace("${PASSWORD}", xml(password))
              .replaceAll("(?s)\\s*<%1$s>.*</%1$s>".formatted(backup ? "primary" : "backup"), "");
      return new BrokerXml(text);
    }
  }

  private static String xml(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
