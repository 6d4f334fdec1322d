package org.goodtiming.scheduler.job;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A payload, passed on byte by byte: text in UTF-8, or bytes. */
public record Body(boolean isText, byte[] bytes) {

  public static Body text(String text) {
    return new Body(true, text.getBytes(UTF_8));
  }

  public String asText() {
    return new String(bytes, UTF_8);
  }
}
