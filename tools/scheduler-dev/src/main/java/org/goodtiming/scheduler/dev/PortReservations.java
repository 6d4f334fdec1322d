package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Ports that stacks of this machine have chosen: a server binds its port seconds after it was found
 * free, and another stack must not find it free meanwhile. A reservation is a locked file, so it
 * ends with the process.
 */
final class PortReservations {

  private final Path directory;
  private final Map<Integer, FileChannel> reserved = new HashMap<>();

  PortReservations(Path directory) {
    this.directory = directory;
  }

  /** The reservations of this user, in the directory of temporary files. */
  static PortReservations ofUser() {
    String name = "good-timing-ports-" + System.getProperty("user.name");
    return new PortReservations(Path.of(System.getProperty("java.io.tmpdir"), name));
  }

  /** Reserves the port for this process; false if another process has reserved it. */
  synchronized boolean reserve(int port) {
    return reserved.containsKey(port) || lock(port);
  }

  /** Leaves the port to other processes. */
  synchronized void release(int port) {
    FileChannel channel = reserved.remove(port);
    if (channel == null) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, directory, e);
    }
  }

  private boolean lock(int port) {
    try {
      Files.createDirectories(directory);
      FileChannel channel =
          FileChannel.open(
              directory.resolve(Integer.toString(port)),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        return false;
      }
      reserved.put(port, channel);
      return true;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, directory, e);
    }
  }
}
