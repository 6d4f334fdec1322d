package org.goodtiming.scheduler.post;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Closes sockets at the deadline of their posts. A timeout of the socket is not enough: it begins
 * again with each byte that comes, and does not apply to writes.
 */
@Singleton
public final class PostDeadlines implements AutoCloseable {

  private final ScheduledExecutorService executor;

  /**
   * @param threads for the only thread, which starts with the first post
   */
  @Inject
  public PostDeadlines(@Named("threads") ThreadFactory threads) {
    executor = Executors.newSingleThreadScheduledExecutor(threads);
  }

  /** A deadline that closes the socket unless it is closed first. */
  interface Deadline extends AutoCloseable {
    @Override
    void close();
  }

  Deadline close(Socket socket, Duration timeout) {
    Future<?> closing =
        executor.schedule(() -> close(socket), timeout.toNanos(), TimeUnit.NANOSECONDS);
    return () -> closing.cancel(false);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the registration of deadlines; active posts still end at theirs. */
  @Override
  @PreDestroy
  public void close() {
    executor.shutdown();
  }
}
