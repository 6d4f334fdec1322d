package org.goodtiming.scheduler.testkit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.Inbox;
import org.jspecify.annotations.Nullable;

/** Database connections with the table of an {@link Inbox}, and nothing else. */
final class InboxConnections {

  private final Set<String> noted = new HashSet<>();
  private final DeliveryTransaction transaction;

  /**
   * @param transaction in which runs are noted
   */
  InboxConnections(DeliveryTransaction transaction) {
    this.transaction = transaction;
  }

  DataSource dataSource() {
    Connection connection =
        with(Connection.class, Map.of("prepareStatement", sql -> statement(), "close", no -> null));
    return with(DataSource.class, Map.of("getConnection", no -> connection));
  }

  /** A statement whose only parameter is a fire id. */
  private PreparedStatement statement() {
    Map<Object, String> parameters = new HashMap<>();
    return with(
        PreparedStatement.class,
        Map.of(
            "setString",
            arguments -> parameters.put(arguments[0], (String) arguments[1]),
            "executeQuery",
            no -> row(noted.contains(parameters.get(1))),
            "executeUpdate",
            no -> {
              String fireId = parameters.get(1);
              transaction.onCommit(() -> noted.add(fireId));
              return 1;
            },
            "close",
            no -> null));
  }

  private static ResultSet row(boolean exists) {
    return with(ResultSet.class, Map.of("next", no -> exists, "close", no -> null));
  }

  private static <T> T with(
      Class<T> type, Map<String, Function<Object[], @Nullable Object>> methods) {
    return PartialProxy.of(type, "it only has the inbox of @Once", methods);
  }
}
