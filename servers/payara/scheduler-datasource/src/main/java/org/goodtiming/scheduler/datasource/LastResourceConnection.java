package org.goodtiming.scheduler.datasource;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A connection whose {@code commit} reports the actual decision of the database. */
final class LastResourceConnection implements InvocationHandler {

  private static final int WAIT_FOR_NOTICES_MS = 500;

  private final Connection physical;
  private final Decisions decisions;
  private @Nullable UUID decision;
  private @Nullable String consumed;
  private boolean outlived;

  private LastResourceConnection(Connection physical, Decisions decisions) {
    this.physical = physical;
    this.decisions = decisions;
  }

  static Connection around(Connection physical, Decisions decisions) {
    return (Connection)
        Proxy.newProxyInstance(
            LastResourceConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new LastResourceConnection(physical, decisions));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments;
    return switch (method.getName()) {
      case "commit" -> commit();
      case "setAutoCommit" -> setAutoCommit((Boolean) given[0]);
      case "rollback" -> rollBack(method, given);
      case "getClientInfo" ->
          given.length == 1 ? clientInfo(method, given) : forward(method, given);
      case "setClientInfo" ->
          given.length == 2 && LastResourceDataSource.CONSUMED.equals(given[0])
              ? setConsumed((String) given[1])
              : forward(method, given);
      case "equals" -> proxy == given[0];
      default -> forward(method, given);
    };
  }

  private @Nullable Object clientInfo(Method method, Object[] name) throws Throwable {
    if (LastResourceDataSource.DECISION.equals(name[0])) {
      return decision();
    }
    return LastResourceDataSource.NOTICES.equals(name[0]) ? notices() : forward(method, name);
  }

  private String notices() throws SQLException {
    PGNotification[] notices =
        physical.unwrap(PGConnection.class).getNotifications(WAIT_FOR_NOTICES_MS);
    return notices == null
        ? ""
        : Arrays.stream(notices).map(PGNotification::getParameter).collect(Collectors.joining(","));
  }

  private @Nullable Object forward(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(physical, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private @Nullable Object rollBack(Method method, Object[] arguments) throws Throwable {
    boolean whole = arguments.length == 0;
    if (whole) {
      decision = null;
      consumed = null;
    }
    return forward(method, arguments);
  }

  private String decision() throws SQLException {
    if (physical.getAutoCommit()) {
      return "";
    }
    if (decision == null) {
      decision = UUID.randomUUID();
    }
    return decision.toString();
  }

  private @Nullable Object setConsumed(@Nullable String message) {
    consumed = message;
    return null;
  }

  private @Nullable Object commit() throws SQLException {
    UUID id = decision;
    String message = consumed;
    decision = null;
    consumed = null;
    if (id == null) {
      physical.commit();
    } else {
      commit(id, message);
    }
    return null;
  }

  private void commit(UUID id, @Nullable String message) throws SQLException {
    try {
      decisions.write(physical, id, message);
      physical.commit();
    } catch (SQLException failure) {
      // Ends the transaction if it is still open: nobody can tell its outcome before
      physical.abort(Runnable::run);
      if (!decisions.isCommitted(id, failure)) {
        throw failure;
      }
      outlived = true;
    }
  }

  /** A server calls it after each commit, and takes an exception for a failed commit. */
  private @Nullable Object setAutoCommit(boolean on) throws SQLException {
    if (on && decision != null) {
      commit();
    }
    if (!outlived) {
      physical.setAutoCommit(on);
    }
    return null;
  }
}
