package org.goodtiming.scheduler.job;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.encryption.Sha256;

/** Creates fire ids, and defines their form. */
public final class FireIds {

  /** A regular expression for Java and for PostgreSQL. */
  public static final String FORM = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

  private FireIds() {}

  /**
   * Fire ids of new jobs, counted up from a random id; PostgreSQL would take 2 us for each random
   * id.
   */
  public static Object[] of(int count) {
    UUID random = UUID.randomUUID();
    long low = random.getLeastSignificantBits() & 0xFFFFFFFF_00000000L;
    return IntStream.range(0, count)
        .mapToObj(i -> new UUID(random.getMostSignificantBits(), low + i).toString())
        .toArray();
  }

  /**
   * The fire id of the next run of a schedule. A database that has lost the last commits in a
   * failover plans the run again with the same fire id, and the broker refuses a second message.
   * The planned time is part of it: a run that is planned for another time then was not sent.
   *
   * @param last fire id of the run before; that of the first run is random
   */
  public static String next(String last, Instant plannedAt) {
    UUID before = UUID.fromString(last);
    byte[] source =
        ByteBuffer.allocate(2 * Long.BYTES + Long.BYTES + Integer.BYTES)
            .putLong(before.getMostSignificantBits())
            .putLong(before.getLeastSignificantBits())
            .putLong(plannedAt.getEpochSecond())
            .putInt(plannedAt.getNano())
            .array();
    ByteBuffer hash = ByteBuffer.wrap(Sha256.of(source));
    // A UUID of version 8 (RFC 9562): its maker decides what it consists of
    long high = hash.getLong() & ~0xF000L | 0x8000L;
    long low = hash.getLong() & 0x3FFFFFFF_FFFFFFFFL | 0x80000000_00000000L;
    return new UUID(high, low).toString();
  }
}
