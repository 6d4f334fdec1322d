package org.goodtiming.scheduler.install;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a database is.
 *
 * @param url for JDBC
 * @param host of the URL; several are separated by commas
 * @param port of each host, separated by commas too
 * @param database its name
 */
public record DatabaseAddress(String url, String host, String port, String database) {
  private static final Pattern URL =
      Pattern.compile("(jdbc:postgresql:(?://[^/?]*/)?)([^/?]+)(\\?.*)?");

  /** Accepts a lone standby, on which the doctor reports. */
  private static final String PRIMARY_IF_ANY = "preferPrimary";

  /**
   * Reads a URL such as {@code jdbc:postgresql://localhost:5432/scheduler}.
   *
   * @return empty if the text is not the URL of a PostgreSQL database
   */
  public static Optional<DatabaseAddress> parse(String url) {
    Properties parts = URL.matcher(url).matches() ? Driver.parseURL(url, null) : null;
    return parts == null
        ? Optional.empty()
        : Optional.of(
            new DatabaseAddress(
                url,
                parts.getProperty("PGHOST", "localhost"),
                parts.getProperty("PGPORT", "5432"),
                parts.getProperty("PGDBNAME")));
  }

  /** Another database of the same server. */
  DatabaseAddress withDatabase(String name) {
    return new DatabaseAddress(
        URL.matcher(url).replaceFirst("$1" + Matcher.quoteReplacement(name) + "$3"),
        host,
        port,
        name);
  }

  /**
   * All hosts, as data sources take them that have one port: each but the last with its port, such
   * as {@code a:5432,b}.
   */
  String hostsOfNode() {
    String[] hosts = host.split(",");
    String[] ports = port.split(",");
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < hosts.length - 1; i++) {
      all.append(hosts[i]).append(':').append(ports[i]).append(',');
    }
    return all.append(hosts[hosts.length - 1]).toString();
  }

  /** The port of the last host. */
  String lastPort() {
    return port.substring(port.lastIndexOf(',') + 1);
  }

  /** Connections to the same server as {@link #connect}, without limits of time. */
  DataSource dataSource(String user, String password) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    source.setUser(user);
    source.setPassword(password);
    source.setTargetServerType(PRIMARY_IF_ANY);
    return source;
  }

  /**
   * Opens a connection, to the primary if there are several servers, which the caller closes. What
   * hangs is given up after 60 s.
   *
   * @throws SQLException if the server does not answer, or refuses the login
   */
  public Connection connect(String user, String password) throws SQLException {
    Properties properties = new Properties();
    PGProperty.USER.set(properties, user);
    PGProperty.PASSWORD.set(properties, password);
    PGProperty.APPLICATION_NAME.set(properties, "goodtiming");
    PGProperty.TARGET_SERVER_TYPE.set(properties, PRIMARY_IF_ANY);
    PGProperty.CONNECT_TIMEOUT.set(properties, 5);
    PGProperty.LOGIN_TIMEOUT.set(properties, 15);
    PGProperty.SOCKET_TIMEOUT.set(properties, 60);
    Connection connection = new Driver().connect(url, properties);
    if (connection == null) {
      throw new SQLException("%s is not the URL of a PostgreSQL database".formatted(url));
    }
    return connection;
  }
}
