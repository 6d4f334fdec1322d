package org.goodtiming.scheduler.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;

/**
 * A data source in which the code that prepares certain statements fails, as by a fault of its own.
 */
public final class FaultyStatements {

  private FaultyStatements() {}

  /**
   * @param part of the statements that fail
   */
  public static DataSource in(DataSource database, String part) {
    return in(
        database,
        part,
        () -> {
          throw new ArithmeticException("a fault on purpose");
        });
  }

  /**
   * @param part of the statements at which something happens
   * @param fault throws, or does not
   */
  public static DataSource in(DataSource database, String part, Runnable fault) {
    return proxy(
        DataSource.class,
        (method, arguments) ->
            method.getName().equals("getConnection")
                ? connection(database.getConnection(), part, fault)
                : method.invoke(database, arguments));
  }

  private static Connection connection(Connection connection, String part, Runnable fault) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("prepareStatement")
              && String.valueOf(arguments[0]).contains(part)) {
            fault.run();
          }
          return method.invoke(connection, arguments);
        });
  }

  private interface Call {
    Object of(Method method, Object[] arguments) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return call.of(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
