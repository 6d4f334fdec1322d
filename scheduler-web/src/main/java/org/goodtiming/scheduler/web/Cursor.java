package org.goodtiming.scheduler.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import org.goodtiming.scheduler.operations.JobPage.Position;

/** A position in a list, as text that clients send back and do not read. */
final class Cursor {

  private Cursor() {}

  static String write(Position position) {
    String text = position.eligibleAt() + " " + position.id() + " " + position.queue();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  static Position read(String cursor) {
    try {
      String[] parts = new String(Base64.getUrlDecoder().decode(cursor), UTF_8).split(" ", 3);
      return new Position(parts[2], Instant.parse(parts[0]), Long.parseLong(parts[1]));
    } catch (IllegalArgumentException | DateTimeException | ArrayIndexOutOfBoundsException e) {
      throw Problem.BAD_PARAMETER.with("cursor", cursor, "what the page before has as next");
    }
  }
}
