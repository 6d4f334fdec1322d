package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import org.goodtiming.scheduler.install.IoFailure;

/** Has the command fail when it cannot write; a {@link PrintWriter} swallows an IOException. */
final class StandardOutput extends FilterOutputStream {

  private StandardOutput(OutputStream out) {
    super(out);
  }

  /** A writer in UTF-8, whatever the locale, whose methods throw a {@link Failure}. */
  static PrintWriter writer(OutputStream out) {
    return new PrintWriter(new OutputStreamWriter(new StandardOutput(out), UTF_8), true);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** The reader of a pipe that has read enough, such as head, needs no text. */
  private static Failure failure(IOException e) {
    String reason = IoFailure.reason(e);
    return new Failure(
        reason.contains("Broken pipe") ? ExitStatus.READER_GONE : ExitStatus.FAILED,
        "Standard output cannot be written: " + reason);
  }
}
