package org.goodtiming.scheduler.job;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * One database transaction for all that is done with its data source, until it is closed; or one
 * after the other. Something else happens in the database before each statement but the first.
 */
public final class OpenTransaction implements AutoCloseable {

  private final DataSource database;
  private final Connection connection;
  private final Runnable between;
  private boolean begun;
  private boolean outside;

  public OpenTransaction(DataSource database, Runnable between) throws SQLException {
    this.database = database;
    this.connection = database.getConnection();
    this.connection.setAutoCommit(false);
    this.between = between;
  }

  public DataSource dataSource() {
    Connection kept = proxy(Connection.class, (self, method, arguments) -> call(method, arguments));
    return proxy(
        DataSource.class, (self, method, arguments) -> outside ? database.getConnection() : kept);
  }

  /** Does work in transactions of its own, although with the same data source. */
  public void outside(Runnable work) {
    outside = true;
    work.run();
    outside = false;
  }

  @Override
  public void close() throws SQLException {
    connection.commit();
    connection.close();
  }

  public void commit() throws SQLException {
    connection.commit();
  }

  public void rollback() throws SQLException {
    connection.rollback();
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("close")) {
      return null;
    }
    if (method.getName().equals("prepareStatement")) {
      if (begun) {
        between.run();
      }
      begun = true;
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
