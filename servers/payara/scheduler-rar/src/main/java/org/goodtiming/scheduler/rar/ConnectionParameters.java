package org.goodtiming.scheduler.rar;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parameters of connectors, as Artemis' resource adapter takes them: semicolons between those of a
 * connector, commas between connectors.
 */
record ConnectionParameters(String text) {

  /** One or more; Artemis would take what follows a comma for another connector. */
  private static final Pattern HOSTS = Pattern.compile("\\bhost=([^;=,]+(?:,[^;=]*)?)");

  /** An IPv6 address has a port only behind its bracket. */
  private static final Pattern HOST = Pattern.compile("(\\[.*]|[^:]*):(\\d+)");

  private static final Pattern PORT = Pattern.compile("\\bport=[^;]*");

  /**
   * With a connector for each broker of a pair, or of one: {@code host=b1:61616,b2;port=61617}
   * becomes {@code host=b1;port=61616,host=b2;port=61617}. Other parameters hold for each of them.
   */
  ConnectionParameters ofEachHost() {
    Matcher hosts = HOSTS.matcher(text);
    if (!hosts.find()) {
      return this;
    }
    List<String> connectors =
        Arrays.stream(hosts.group(1).split(","))
            .map(String::strip)
            .filter(host -> !host.isEmpty())
            .map(host -> connector(hosts, host))
            .toList();
    return new ConnectionParameters(String.join(",", connectors));
  }

  private String connector(Matcher hosts, String host) {
    Matcher parts = HOST.matcher(host);
    if (!parts.matches()) {
      return withHost(hosts, host);
    }
    String port = "port=" + parts.group(2);
    return PORT.matcher(text).find()
        ? PORT.matcher(withHost(hosts, parts.group(1))).replaceFirst(port)
        : withHost(hosts, parts.group(1) + ";" + port);
  }

  private String withHost(Matcher hosts, String host) {
    return text.substring(0, hosts.start(1)) + host + text.substring(hosts.end(1));
  }

  /** The name of a class as often as there are connectors. */
  String repeated(String className) {
    return String.join(",", Collections.nCopies(count(), className));
  }

  int count() {
    return text.split("(?<!\\\\),").length;
  }
}
