package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.qpid.protonj2.client.AdvancedMessage;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.apache.qpid.protonj2.types.messaging.AmqpValue;
import org.apache.qpid.protonj2.types.messaging.Section;
import org.goodtiming.scheduler.api.JobDelivery;

/** A registration by AMQP, section by section, and what its worker is to get. */
final class AmqpRegistration {

  static final String REFUSED = "refused";

  private final AdvancedMessage<Object> message = AdvancedMessage.create();
  private final Map<String, Object> carried = new TreeMap<>();
  private String body = "text " + hex(new byte[0]);
  private boolean refused;

  AmqpRegistration(String jobId) {
    try {
      message.durable(true);
      message.property("scheduler_queue", "test.registration");
      message.property("scheduler_jobId", jobId);
      message.property("scheduler_delay", "PT0S");
    } catch (ClientException e) {
      throw new IllegalStateException(e);
    }
  }

  AdvancedMessage<Object> message() {
    return message;
  }

  AmqpRegistration text(Section<?> section, String text) throws ClientException {
    message.addBodySection(section);
    body = "text " + hex(text.getBytes(UTF_8));
    return this;
  }

  AmqpRegistration bytes(Section<?> section, byte[] bytes) throws ClientException {
    message.addBodySection(section);
    body = "bytes " + hex(bytes);
    return this;
  }

  AmqpRegistration refused(Section<?>... sections) throws ClientException {
    for (Section<?> section : sections) {
      message.addBodySection(section);
    }
    refused = true;
    return this;
  }

  /** As amqp-value: strings are text, binary is bytes, and nothing else is a body. */
  AmqpRegistration value(Object value) throws ClientException {
    AmqpValue<Object> section = new AmqpValue<>(value);
    if (value instanceof String text) {
      return text(section, text);
    }
    if (value instanceof org.apache.qpid.protonj2.types.Binary binary) {
      return bytes(section, binary.asByteArray());
    }
    return refused(section);
  }

  AmqpRegistration contentType(String contentType) throws ClientException {
    message.contentType(contentType);
    return this;
  }

  AmqpRegistration with(String name, AmqpSample sample) throws ClientException {
    message.property(name, sample.value());
    if (sample.property() == AmqpSample.REFUSED) {
      refused = true;
    } else if (sample.property() != null) {
      carried.put(name, sample.property());
    }
    return this;
  }

  AmqpRegistration foreign(String name, Object value) throws ClientException {
    message.property(name, value);
    return this;
  }

  /** The worker gets no annotations. The broker refuses one that is an array of primitives. */
  AmqpRegistration annotated(String name, Object value) throws ClientException {
    message.annotation(name, value);
    refused |= value instanceof int[];
    return this;
  }

  String expected() {
    return refused ? REFUSED : body + " " + carried;
  }

  static String outcome(JobDelivery delivery) {
    byte[] content = delivery.isText() ? delivery.text().getBytes(UTF_8) : delivery.bytes();
    return (delivery.isText() ? "text " : "bytes ")
        + hex(content)
        + " "
        + new TreeMap<>(delivery.properties());
  }

  /** Short, so that failures can be read. */
  private static String hex(byte[] bytes) {
    return bytes.length < 100
        ? HexFormat.of().formatHex(bytes)
        : "%d bytes, hash %d".formatted(bytes.length, Arrays.hashCode(bytes));
  }
}
