package org.goodtiming.scheduler.job;

import java.util.UUID;
import java.util.stream.IntStream;

/** New fire ids, and the form of all. */
public final class FireIds {

  /** A regular expression for Java and for PostgreSQL. */
  public static final String FORM = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

  private FireIds() {}

  /** Counted on from a random one, for PostgreSQL would take 2 us for each random one. */
  public static Object[] of(int count) {
    UUID random = UUID.randomUUID();
    long low = random.getLeastSignificantBits() & 0xFFFFFFFF_00000000L;
    return IntStream.range(0, count)
        .mapToObj(i -> new UUID(random.getMostSignificantBits(), low + i).toString())
        .toArray();
  }
}
