package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A broker's part in a pair with one store, of which one is active.
 *
 * @param port where this broker listens when it is active
 * @param other where the other one does
 * @param backup whether it waits for the end of the other one, the primary
 */
record BrokerPair(int port, int other, boolean backup) {
  private static final String FILE = "pair.xml";
  private static final Pattern SETTINGS = Pattern.compile("(?s)<core [^>]*>(.*)</core>");

  /** Adds what a broker of a pair needs to its configuration. */
  void configure(Path etc, String password) throws IOException {
    var settings = SETTINGS.matcher(Files.readString(etc.resolve(FILE)));
    if (!settings.find()) {
      throw new IOException(FILE + " has no settings");
    }
    var own =
        settings
            .group(1)
            .replace("${SELF}", address(port))
            .replace("${OTHER}", address(other))
            .replace("${TLS}", "")
            .replace("${PASSWORD}", password)
            .replaceAll("(?s)<%1$s>.*</%1$s>".formatted(backup ? "primary" : "backup"), "");
    var file = etc.resolve("broker.xml");
    var all = Files.readString(file);
    Files.writeString(file, all.replaceFirst("</core>", Matcher.quoteReplacement(own + "</core>")));
  }

  private static String address(int port) {
    return Broker.HOST + ":" + port;
  }
}
