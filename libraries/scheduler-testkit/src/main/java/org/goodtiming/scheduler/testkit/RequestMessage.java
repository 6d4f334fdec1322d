package org.goodtiming.scheduler.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.execution.Report;
import org.goodtiming.scheduler.execution.ReportParser;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.jspecify.annotations.Nullable;

/** A request, or a report, as a message. */
record RequestMessage(Kind kind, Map<String, Object> properties, byte[] body) {

  /** The login of all registrants. */
  private static final String LOGIN = "test";

  static RequestMessage of(JobRequest request) {
    byte[] bytes = request.bytes();
    return bytes == null
        ? new RequestMessage(Kind.TEXT, request.properties(), request.text().getBytes(UTF_8))
        : new RequestMessage(Kind.BYTES, request.properties(), bytes);
  }

  static RequestMessage toCancel(JobKey key) {
    return new RequestMessage(
        Kind.TEXT,
        Map.of(
            WireContract.OP, WireContract.OP_CANCEL,
            WireContract.QUEUE, key.queue(),
            WireContract.JOB_ID, key.jobId()),
        new byte[0]);
  }

  /**
   * @param timeout null: the default
   */
  static RequestMessage toClose(String batch, int size, @Nullable Duration timeout) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(WireContract.OP, WireContract.OP_BATCH);
    properties.put(WireContract.BATCH, batch);
    properties.put(WireContract.BATCH_SIZE, (long) size);
    if (timeout != null) {
      properties.put(WireContract.BATCH_TIMEOUT, timeout.toString());
    }
    return new RequestMessage(Kind.TEXT, properties, new byte[0]);
  }

  static RequestMessage ofReport(String text) {
    return new RequestMessage(Kind.TEXT, Map.of(), text.getBytes(UTF_8));
  }

  Intent parsed(RegistrationParser parser, Instant now) {
    return parser.parse(received(WireContract.REGISTRATION_QUEUE, now), now);
  }

  Report parsed(ReportParser parser, Instant now) {
    return parser.parse(received(WireContract.REPORT_QUEUE, now));
  }

  private ReceivedMessage received(String queue, Instant now) {
    Sender sender = new Sender(LOGIN, queue, null);
    Origin origin = new Origin("ID:" + UUID.randomUUID(), now, true, 1, sender);
    return new ReceivedMessage(kind, properties, body, origin);
  }
}
