package org.goodtiming.scheduler.post;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The content of an answer of HTTP/1.1 on a connection that ends with it. */
final class HttpContent {

  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
  private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,15})\\s*(;.*)?");
  private static final int MAX_LINE = 1024;

  private HttpContent() {}

  /**
   * Reads the content, and no more than one byte beyond the maximum.
   *
   * @param fields by their names in lower case
   * @throws EOFException if it is shorter than announced
   */
  static byte[] read(InputStream in, Map<String, String> fields, int maximum) throws IOException {
    String encoding = fields.getOrDefault("transfer-encoding", "");
    String length = fields.getOrDefault("content-length", "");
    if (encoding.equalsIgnoreCase("chunked")) {
      return chunks(in, maximum + 1);
    }
    return LENGTH.matcher(length).matches()
        ? exactly(in, (int) Math.min(Long.parseLong(length), maximum + 1L))
        : in.readNBytes(maximum + 1);
  }

  private static byte[] chunks(InputStream in, int maximum) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    long size = chunkSize(in);
    while (size > 0 && content.size() < maximum) {
      long wanted = Math.min(size, maximum - content.size());
      content.writeBytes(exactly(in, (int) wanted));
      if (wanted == size) {
        line(in); // The end of the chunk
        size = chunkSize(in);
      }
    }
    return content.toByteArray();
  }

  private static long chunkSize(InputStream in) throws IOException {
    Matcher size = CHUNK.matcher(line(in));
    if (!size.matches()) {
      throw new IOException("the answer has a chunk without a size");
    }
    return Long.parseLong(size.group(1), 16);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (line.length() == MAX_LINE) {
        throw new IOException("the answer has a chunk without a size");
      }
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] read = in.readNBytes(length);
    if (read.length < length) {
      throw new EOFException("the answer ends before its content");
    }
    return read;
  }
}
