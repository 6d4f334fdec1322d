package org.goodtiming.scheduler.registration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.goodtiming.scheduler.message.MessageJson;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.sql.StoreException;

/** What applications ask for by SQL function {@code scheduler.register}. */
final class SqlRegistrationStore {

  /** A batch stays below this and one request more, which has at most as many. */
  private static final int MAX_BYTES = 16 * 1024 * 1024;

  private static final String FUNCTION = "scheduler.register";

  private final DataSource dataSource;

  SqlRegistrationStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** How long the oldest request has waited, by the database's clock; zero if none waits. */
  Duration oldest() {
    String sql =
        """
        SELECT (extract(epoch FROM clock_timestamp() - requested_at) * 1000)::bigint AS age_ms
          FROM scheduler.sql_registration ORDER BY id LIMIT 1
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      return row.next() ? Duration.ofMillis(row.getLong("age_ms")) : Duration.ZERO;
    } catch (SQLException e) {
      throw new StoreException("query the oldest SQL registration", e);
    }
  }

  /** Ids of the oldest requests after an id, those included that another node processes. */
  List<Long> waiting(long after, int most) {
    String sql = "SELECT id FROM scheduler.sql_registration WHERE id > ? ORDER BY id LIMIT ?";
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, after);
      select.setInt(2, most);
      List<Long> ids = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          ids.add(row.getLong("id"));
        }
      }
      return ids;
    } catch (SQLException e) {
      throw new StoreException("query SQL registrations", e);
    }
  }

  /**
   * Removes requests in the current transaction, except those that another node processes.
   *
   * @param first the lowest id
   * @param last the highest id
   * @return in the order of the calls
   */
  List<ReceivedMessage> take(long first, long last, int most) {
    // An array, so that the rows are chosen and locked once
    String sql =
        """
        DELETE FROM scheduler.sql_registration
         WHERE id = ANY (ARRAY(
           SELECT id FROM (
             SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS bytes_before FROM (
               SELECT id, octet_length(properties::text) + octet_length(body) AS bytes
                 FROM scheduler.sql_registration WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?
                  FOR UPDATE SKIP LOCKED) locked) measured
            WHERE bytes_before < ?))
        RETURNING id, requested_at, requested_by, properties::text, body
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement delete = connection.prepareStatement(sql)) {
      delete.setLong(1, first);
      delete.setLong(2, last);
      delete.setInt(3, most);
      delete.setInt(4, MAX_BYTES);
      Map<Long, ReceivedMessage> taken = new TreeMap<>();
      try (ResultSet row = delete.executeQuery()) {
        while (row.next()) {
          taken.put(row.getLong("id"), message(row));
        }
      }
      return List.copyOf(taken.values());
    } catch (SQLException e) {
      throw new StoreException("take SQL registrations", e);
    }
  }

  private static ReceivedMessage message(ResultSet row) throws SQLException {
    Origin origin =
        new Origin(
            "SQL:" + row.getLong("id"),
            row.getObject("requested_at", OffsetDateTime.class).toInstant(),
            true,
            1,
            new Sender(row.getString("requested_by"), FUNCTION, null));
    return new ReceivedMessage(
        Kind.TEXT,
        MessageJson.read(row.getString("properties")),
        row.getString("body").getBytes(UTF_8),
        origin);
  }
}
