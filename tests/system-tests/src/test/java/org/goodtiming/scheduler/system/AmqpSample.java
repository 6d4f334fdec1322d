package org.goodtiming.scheduler.system;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.protonj2.types.Binary;
import org.apache.qpid.protonj2.types.Decimal128;
import org.apache.qpid.protonj2.types.Decimal32;
import org.apache.qpid.protonj2.types.Decimal64;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.UnknownDescribedType;
import org.apache.qpid.protonj2.types.UnsignedByte;
import org.apache.qpid.protonj2.types.UnsignedInteger;
import org.apache.qpid.protonj2.types.UnsignedLong;
import org.apache.qpid.protonj2.types.UnsignedShort;

/**
 * A value of an AMQP type.
 *
 * @param property what the worker gets of it as an application property; null if nothing, {@link
 *     #REFUSED} if the registration must be refused
 */
record AmqpSample(String type, Object value, Object property) {

  static final Object REFUSED = new Object();

  static final AmqpSample ARRAY = refused("array", new int[] {1, 2, 3});

  /** All primitive types of AMQP 1.0, and a described one; several values where these differ. */
  static final List<AmqpSample> ALL =
      List.of(
          same("null", null),
          same("boolean", true),
          same("boolean", false),
          new AmqpSample("ubyte", UnsignedByte.valueOf((byte) 200), 200L),
          new AmqpSample("ushort", UnsignedShort.valueOf((short) 60_000), 60_000L),
          new AmqpSample("uint", UnsignedInteger.valueOf(7), 7L),
          new AmqpSample("uint", UnsignedInteger.valueOf((int) 4_000_000_000L), 4_000_000_000L),
          new AmqpSample("ulong", UnsignedLong.valueOf(7), 7L),
          new AmqpSample("ulong", UnsignedLong.valueOf(Long.MAX_VALUE), Long.MAX_VALUE),
          refused("ulong", UnsignedLong.valueOf(BigInteger.TWO.pow(63))),
          refused("ulong", UnsignedLong.MAX_VALUE),
          new AmqpSample("byte", (byte) -7, -7L),
          new AmqpSample("short", (short) -300, -300L),
          new AmqpSample("int", 42, 42L),
          new AmqpSample("int", -70_000, -70_000L),
          same("long", 7L),
          same("long", Long.MAX_VALUE),
          refused("long", -7L),
          refused("long", Long.MIN_VALUE),
          new AmqpSample("float", 0.1f, 0.1),
          refused("float", Float.NaN),
          same("double", -1.5e300),
          refused("double", Double.POSITIVE_INFINITY),
          refused("decimal32", new Decimal32(new BigDecimal("1.5"))),
          refused("decimal64", new Decimal64(new BigDecimal("1.5"))),
          refused("decimal128", new Decimal128(new BigDecimal("1.5"))),
          refused("char", 'x'),
          refused("timestamp", new Date(1_234_567_890L)),
          refused("uuid", UUID.fromString("01234567-89ab-cdef-0123-456789abcdef")),
          refused("binary", new Binary(new byte[] {1, 2, 3})),
          same("string", ""),
          same("string", "Gr\u00fc\u00dfe \u2603 \ud83d\ude00"),
          new AmqpSample("symbol", Symbol.valueOf("a-symbol"), "a-symbol"),
          refused("list", List.of(1, "two")),
          refused("map", Map.of("key", 1)),
          ARRAY,
          refused("described", new UnknownDescribedType(UnsignedLong.valueOf(4711L), "inner")));

  private static AmqpSample same(String type, Object value) {
    return new AmqpSample(type, value, value);
  }

  private static AmqpSample refused(String type, Object value) {
    return new AmqpSample(type, value, REFUSED);
  }
}
