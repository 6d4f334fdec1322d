package org.goodtiming.scheduler.datasource;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.goodtiming.scheduler.datasource.Decisions.Connections;
import org.jspecify.annotations.Nullable;

/**
 * Notices that another server has become the primary of a database, and closes the connections to
 * the former one. If that is silent (frozen, or behind a broken network), calls would wait for
 * their socket timeout, which must be longer than the slowest statement.
 *
 * <p>A connection of its own asks the primary once a second. Only an answer of another primary ends
 * connections: a server that is merely slow keeps its own.
 */
final class TakeoverWatch {

  private static final Logger LOG = System.getLogger(TakeoverWatch.class.getName());
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final int PATIENCE_SECONDS = 2;

  /** The watches by server addresses: the pools of a node share a watch. */
  private static final Map<String, TakeoverWatch> OF_SERVERS = new ConcurrentHashMap<>();

  /** The open connections, each with its server. */
  private final Map<Connection, String> open = new ConcurrentHashMap<>();

  /** Null while no connection is open. */
  private @Nullable Thread watcher;

  /** The server that has answered last as the primary. */
  private volatile String primary = "";

  static TakeoverWatch of(String servers) {
    return OF_SERVERS.computeIfAbsent(servers, addresses -> new TakeoverWatch());
  }

  /**
   * Watches as long as a connection is open.
   *
   * @param others opens other connections to the primary
   */
  void add(Connection connection, Connections others) throws SQLException {
    String server = serverOf(connection);
    synchronized (this) {
      open.put(connection, server);
      if (watcher == null) {
        watcher = start(() -> watch(others));
      }
    }
  }

  /** The start of its process: two servers never have the same. */
  private static String serverOf(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_postmaster_start_time()::text")) {
      row.next();
      return row.getString(1);
    }
  }

  private void watch(Connections others) {
    Connection own = null;
    int failures = 0;
    try {
      while (isNeeded()) {
        // A connection to another server may have been opened just before that server froze
        if (own == null || !othersThan(primary).isEmpty() || !own.isValid(PATIENCE_SECONDS)) {
          abort(own);
          own = look(others, failures);
          failures = own == null ? failures + 1 : 0;
        }
        LockSupport.parkNanos(INTERVAL.toNanos());
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the watch for a takeover of the database ends", e);
    } finally {
      ended();
      abort(own);
    }
  }

  private synchronized boolean isNeeded() throws SQLException {
    for (Connection connection : open.keySet()) {
      if (connection.isClosed()) {
        open.remove(connection);
      }
    }
    if (open.isEmpty()) {
      ended();
    }
    return !open.isEmpty();
  }

  /** Ends the watch; the next connection begins another unless it already has. */
  private synchronized void ended() {
    if (watcher == Thread.currentThread()) {
      watcher = null;
    }
  }

  /**
   * Null if no primary answers.
   *
   * @param failures times in a row that none has answered
   */
  private @Nullable Connection look(Connections others, int failures) {
    try {
      return others.open(
          opened -> {
            opened.setNetworkTimeout(Runnable::run, PATIENCE_SECONDS * 1000);
            primary = serverOf(opened);
            endOthersThan(primary);
          });
    } catch (SQLException e) {
      // The second time, so that a failover is not reported; and once, as an outage may be long
      LOG.log(
          failures == 1 ? Level.WARNING : Level.DEBUG,
          "SCHED-0618 the watch for a failover gets no answer of a primary database; it goes on asking: {0}",
          e.getMessage());
      return null;
    }
  }

  private List<Connection> othersThan(String server) {
    return open.entrySet().stream()
        .filter(entry -> !entry.getValue().equals(server))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void endOthersThan(String server) {
    List<Connection> former = othersThan(server);
    if (!former.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "SCHED-0617 another server answers as the primary of the database, or it has restarted: {0} connections of this node to the former one are closed",
          former.size());
      former.forEach(
          connection -> {
            abort(connection);
            open.remove(connection);
          });
    }
  }

  // On a thread of its own: the end of an encrypted connection is a message that may wait, too
  private static void abort(@Nullable Connection connection) {
    try {
      if (connection != null) {
        connection.abort(TakeoverWatch::start);
      }
    } catch (SQLException e) {
      LOG.log(Level.DEBUG, "a connection could not be closed: {0}", e.getMessage());
    }
  }

  private static Thread start(Runnable work) {
    // Keeps nothing of the application whose call has started it
    Thread thread = new Thread(null, work, "scheduler-takeover-watch", 0, false);
    thread.setContextClassLoader(TakeoverWatch.class.getClassLoader());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
