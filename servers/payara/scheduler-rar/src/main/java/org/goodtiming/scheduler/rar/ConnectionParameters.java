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

  /** Artemis would take what follows the comma for another connector. */
  private static final Pattern LIST_OF_HOSTS = Pattern.compile("\\bhost=([^;=]*,[^;=]*)");

  private static final Pattern HOST = Pattern.compile("(.*):(\\d+)");
  private static final Pattern PORT = Pattern.compile("\\bport=[^;]*");

  /**
   * With a connector for each broker of a pair: {@code host=b1:61616,b2;port=61617} becomes {@code
   * host=b1;port=61616,host=b2;port=61617}. Other parameters hold for each of them.
   */
  ConnectionParameters ofEachHost() {
    Matcher hosts = LIST_OF_HOSTS.matcher(text);
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
    boolean hasPort = parts.matches();
    String name = hasPort ? parts.group(1) : host;
    String connector = text.substring(0, hosts.start(1)) + name + text.substring(hosts.end(1));
    return hasPort ? PORT.matcher(connector).replaceFirst("port=" + parts.group(2)) : connector;
  }

  /** The name of a class as often as there are connectors. */
  String repeated(String className) {
    return String.join(",", Collections.nCopies(count(), className));
  }

  int count() {
    return text.split("(?<!\\\\),").length;
  }
}
