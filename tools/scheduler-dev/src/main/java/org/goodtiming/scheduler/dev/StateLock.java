package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;

/**
 * The lock of the only supervisor of a state directory; the system frees it even when the
 * supervisor is killed.
 */
final class StateLock implements AutoCloseable {
  private final FileChannel channel;

  private StateLock(FileChannel channel) {
    this.channel = channel;
  }

  static StateLock take(StateDirectory state) {
    try {
      OwnerOnly.file(state.lock());
      var channel = FileChannel.open(state.lock(), StandardOpenOption.WRITE);
      if (!locks(channel)) {
        channel.close();
        throw Problem.ALREADY_RUNNING.with(state.root(), "its supervisor is running");
      }
      return new StateLock(channel);
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, state.lock(), e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, "the lock", e);
    }
  }

  private static boolean locks(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }
}
