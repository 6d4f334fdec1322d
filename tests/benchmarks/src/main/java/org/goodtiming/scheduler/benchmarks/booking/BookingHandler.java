package org.goodtiming.scheduler.benchmarks.booking;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.time.temporal.ChronoUnit.MICROS;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Books the arrival of a job with its first line, and then takes a millisecond.
 *
 * <p>One write appends one line to a file: that is atomic among processes, and once done it
 * survives {@code kill -9}.
 */
public final class BookingHandler implements Consumer<String> {

  /** The environment variable that names the file. */
  public static final String FILE = "BENCH_BOOKINGS";

  static final int NUMBER_CHARS = 10;
  static final int TIME_CHARS = 16;
  static final int PID_CHARS = 10;
  static final int LINE_BYTES = NUMBER_CHARS + 1 + TIME_CHARS + 1 + PID_CHARS + 1;

  private static final long PID = ProcessHandle.current().pid();
  private static final Duration WORK = Duration.ofMillis(1);

  private final FileOutputStream file;

  private BookingHandler(FileOutputStream file) {
    this.file = file;
  }

  /** Books in the file that the environment names. */
  public static BookingHandler ofEnvironment() {
    return of(Path.of(System.getenv(FILE)));
  }

  /** Books in that file. */
  public static BookingHandler of(Path file) {
    try {
      // No channel: it closes itself when the thread that writes is interrupted
      return new BookingHandler(new FileOutputStream(file.toFile(), true));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes a payload whose end is the number of the job. */
  @Override
  public void accept(String payload) {
    var number = payload.substring(payload.length() - NUMBER_CHARS);
    var line =
        "%s %016d %010d\n".formatted(number, MICROS.between(Instant.EPOCH, Instant.now()), PID);
    try {
      file.write(line.getBytes(US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    LockSupport.parkNanos(WORK.toNanos());
  }
}
