package org.goodtiming.scheduler.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/**
 * Reuses sessions like a server. A new session logs in and plans each statement anew, which takes
 * longer than most statements.
 */
public final class ConnectionPool {

  private static final int MAX_CONNECTIONS = 30;

  static {
    // Else a session that was used just before the server was killed would be given out
    System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "0");
  }

  private ConnectionPool() {}

  /** Opens no session before the first is needed; each is checked whenever it is given out. */
  public static DataSource of(DataSource dataSource) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(dataSource);
    config.setMaximumPoolSize(MAX_CONNECTIONS);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }
}
