package org.goodtiming.scheduler.broker.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Inexact;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A message before and after the broker converted it from AMQP to JMS. The conversion (Artemis'
 * AmqpCoreConverter, 2.56) notes the kind of the body in a property. It does not for an amqp-value
 * of another type than those of JMS, and delivers bytes of an unrelated buffer in place of that.
 *
 * @param shown by the broker's management, before
 * @param converted the JMS message, after
 */
record AmqpConversion(ManagementMessage shown, ReceivedMessage converted) {

  static final String BODY_ENCODING = "JMS_AMQP_ORIGINAL_ENCODING";

  private static final short NO_BODY = 1;
  private static final short DATA = 2;
  private static final short NULL_VALUE = 4;
  private static final short STRING_VALUE = 5;
  private static final short BINARY_VALUE = 6;

  /** Omits the body if it may differ from the sent body; marks doubtful properties. */
  ReceivedMessage checked() {
    Kind kind = kind();
    byte[] body = body(kind);
    return body == converted.body()
        ? new ReceivedMessage(kind, properties(), body, converted.bodyLength(), converted.origin())
        : new ReceivedMessage(kind, properties(), body, converted.origin());
  }

  private Kind kind() {
    Kind kind = converted.kind();
    return switch (kind) {
      case TEXT, BYTES, MESSAGE -> kind(encoding());
      default -> kind;
    };
  }

  private Kind kind(short encoding) {
    boolean text = converted.kind() == Kind.TEXT;
    return switch (encoding) {
      case NO_BODY -> Kind.MESSAGE;
      case NULL_VALUE -> Kind.AMQP_NULL;
      case DATA -> converted.kind();
      case STRING_VALUE -> text ? Kind.TEXT : Kind.AMQP_VALUE;
      case BINARY_VALUE -> text ? Kind.AMQP_VALUE : Kind.BYTES;
      default -> Kind.AMQP_VALUE;
    };
  }

  /**
   * The encoding of the body by the broker's note; 0 without a note, or if an application property
   * of that name may have overwritten it.
   */
  private short encoding() {
    boolean forged = shown.hasApplicationProperty(BODY_ENCODING);
    return !forged && converted.properties().get(BODY_ENCODING) instanceof Short encoding
        ? encoding
        : 0;
  }

  private byte @Nullable [] body(Kind kind) {
    return switch (kind) {
      case AMQP_VALUE -> shown.text().getBytes(UTF_8);
      case AMQP_NULL, MESSAGE -> null;
      default -> converted.body();
    };
  }

  private Map<String, Object> properties() {
    Map<String, Object> checked = new LinkedHashMap<>();
    converted.properties().forEach((name, value) -> checked.put(name, checked(name, value)));
    return checked;
  }

  private Object checked(String name, Object value) {
    if (value instanceof Long number && number < 0) {
      return new Inexact("ulong above 2^63-1 or negative long", value.toString());
    }
    if (value instanceof Float || value instanceof Double) {
      return shown.hasFloatingPoint(name) ? value : new Inexact("decimal", value.toString());
    }
    return value;
  }
}
