package org.goodtiming.scheduler.dev;

import java.nio.file.Files;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.install.DomainXml;

/** Where the servers of a stack are and how to log in, for commands of another process. */
record RunningStack(StateDirectory state) {

  /**
   * A port of a component.
   *
   * @throws DevStackException if the component does not run
   */
  int port(String component, PortName name) {
    if (!new ServerProcess(component, new ProcessRecords(state.processes())).running()) {
      throw Problem.NOT_RUNNING.with(component);
    }
    return state.ports().get(name.key()).map(Integer::parseInt).orElseThrow();
  }

  /** Whether a node is a Payara, which has asadmin. */
  boolean isPayara(String node) {
    return Files.exists(state.nodes().resolve(node).resolve(DomainXml.PATH));
  }

  /** The password of that name; empty if there is none. */
  String password(String name) {
    return state.passwords().get(name).orElse("");
  }

  /**
   * The scheduler's database.
   *
   * @throws DevStackException if it does not run
   */
  DataSource database(DatabaseUser user) {
    var url = Database.url(port(Database.COMPONENT, PortName.DATABASE), Database.NAME);
    return Database.dataSource(url, user, password(user.role()));
  }

  /**
   * The node that leads the default partition.
   *
   * @throws DevStackException if none leads, or the database does not tell
   */
  String leader() {
    var user = DatabaseUser.READER;
    try (var connection = database(user).getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT holder FROM scheduler.lease_status WHERE partition = 'default' AND state = 'held'")) {
      if (!row.next()) {
        throw Problem.NO_LEADER.with();
      }
      return row.getString("holder");
    } catch (SQLException e) {
      throw refused(user, e);
    }
  }

  /** A statement of the user has failed; the text is one line. */
  static DevStackException refused(DatabaseUser user, SQLException e) {
    return Problem.SQL_FAILED.because(
        e, user.role(), String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
  }
}
