package org.goodtiming.scheduler.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A pool of one connection, which stays open when it is given back, as a server's pool does. */
public final class KeptSession implements AutoCloseable {

  private final Connection session;

  public KeptSession(DataSource database) throws SQLException {
    session = database.getConnection();
  }

  public DataSource dataSource() {
    Connection returnable = proxy(Connection.class, "close", session);
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> returnable);
  }

  /** Ends the session, as the death of its process does. */
  @Override
  public void close() throws SQLException {
    session.close();
  }

  private static <T> T proxy(Class<T> type, String ignored, Connection target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals(ignored)) {
                target.setAutoCommit(true);
                return null;
              }
              try {
                return method.invoke(target, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
