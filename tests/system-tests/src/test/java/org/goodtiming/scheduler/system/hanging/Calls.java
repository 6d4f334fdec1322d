package org.goodtiming.scheduler.system.hanging;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobHandler;

/** Calls a server that may never answer, without a timeout, and notes that it has answered. */
@ApplicationScoped
public class Calls {

  public static final String QUEUE = "test.hanging";

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  @JobHandler(queue = QUEUE, sessions = 1)
  public void call(String port) throws IOException, SQLException {
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port))) {
      server.getInputStream().read();
    }
    try (var connection = shop.getConnection();
        var insert = connection.prepareStatement("INSERT INTO call (port) VALUES (?)")) {
      insert.setString(1, port);
      insert.executeUpdate();
    }
  }
}
