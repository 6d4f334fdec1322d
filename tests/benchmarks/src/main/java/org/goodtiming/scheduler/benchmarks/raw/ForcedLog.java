package org.goodtiming.scheduler.benchmarks.raw;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A coordinator's log: a decision is on the disk when {@link #decide} returns. */
record ForcedLog(FileChannel file) implements AutoCloseable {

  static ForcedLog open(Path path) throws IOException {
    return new ForcedLog(
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE));
  }

  void decide(UUID transaction) throws IOException {
    file.write(ByteBuffer.wrap(("commit " + transaction + "\n").getBytes(US_ASCII)));
    file.force(false);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
