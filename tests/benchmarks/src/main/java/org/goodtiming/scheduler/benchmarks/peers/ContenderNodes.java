package org.goodtiming.scheduler.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.goodtiming.scheduler.benchmarks.booking.BookingHandler;
import org.goodtiming.scheduler.benchmarks.peers.Command.Word;
import org.goodtiming.scheduler.dev.DevStack;

/** JVMs of one contender that share its database; their handlers book arrivals in a file. */
public final class ContenderNodes implements AutoCloseable {
  // Held, or its level would be forgotten; it tells each opening and closing of a pool.
  private static final Logger POOLS = Logger.getLogger("com.zaxxer.hikari");

  private final ContenderHome home;
  private final Path bookings;
  private final HikariDataSource database;
  private final List<ContenderProcess> processes = new ArrayList<>();

  private ContenderNodes(ContenderHome home, Path bookings) {
    this.home = home;
    this.bookings = bookings;
    POOLS.setLevel(Level.WARNING);
    this.database = home.access().pool(1);
  }

  /** Starts that many JVMs of the contender with the name, on an empty database. */
  public static ContenderNodes start(DevStack stack, String name, int count, Path bookings)
      throws IOException, SQLException {
    var home = new ContenderHome(stack, ContenderList.named(name));
    home.make();
    var nodes = new ContenderNodes(home, bookings);
    nodes.processes.add(nodes.process(0));
    for (int number = 1; number < count; number++) {
      nodes.processes.add(nodes.process(number, ContenderMain.JOIN));
    }
    return nodes;
  }

  /** The name and version of the contender's library. */
  public static String version(String name) {
    return ContenderList.named(name).version();
  }

  /** Registers jobs, numbered from 0, that are due after the time. */
  public void fill(int jobs, Duration lead) throws IOException {
    processes.get(0).carryOut(new Command(Word.FILL, jobs, (int) lead.toSeconds()));
  }

  /** Lets one of them, from 0, hand out what is due; returns as soon as it has begun. */
  public void handOut(int number) throws IOException {
    processes.get(number).carryOut(new Command(Word.HAND_OUT, 0, 0));
  }

  /** The number, from 0, of the node with the process id. */
  public int numberOf(long pid) {
    return processes.stream().map(ContenderProcess::pid).toList().indexOf(pid);
  }

  /** Kills one of them, as the power cut does. */
  public void kill(int number) throws InterruptedException {
    processes.get(number).kill();
  }

  /** Starts one that was killed; it hands out nothing yet. */
  public void restart(int number) throws IOException {
    processes.set(number, process(number, ContenderMain.JOIN));
  }

  /** Where the contender keeps its jobs. */
  public DataSource database() {
    return database;
  }

  @Override
  public void close() throws SQLException {
    processes.forEach(ContenderProcess::close);
    database.close();
    home.remove();
  }

  private ContenderProcess process(int number, String... further) throws IOException {
    return ContenderProcess.start(
        home, home.log(number), Map.of(BookingHandler.FILE, bookings.toString()), further);
  }
}
