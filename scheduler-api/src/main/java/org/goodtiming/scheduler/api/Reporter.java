package org.goodtiming.scheduler.api;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Sends the reports of one attempt of a run. */
final class Reporter {

  private static final JsonProvider JSON = JsonProvider.provider();

  private final ConnectionFactory connectionFactory;
  private final String fireId;
  private final String token;
  private final String worker;
  private final @Nullable String traceparent;

  private Reporter(
      ConnectionFactory connectionFactory,
      String fireId,
      String token,
      @Nullable String traceparent) {
    this.traceparent = traceparent;
    this.connectionFactory = connectionFactory;
    this.fireId = fireId;
    this.token = token;
    this.worker = "%s/%d".formatted(hostName(), ProcessHandle.current().pid());
  }

  /** Null if the run is not tracked. */
  static @Nullable Reporter of(Message message, ConnectionFactory connectionFactory) {
    try {
      String token = message.getStringProperty(WireContract.TOKEN);
      String fireId = message.getStringProperty(WireContract.FIRE_ID);
      return token == null || fireId == null
          ? null
          : new Reporter(
              connectionFactory,
              fireId,
              token,
              message.getStringProperty(WireContract.TRACEPARENT));
    } catch (JMSException e) {
      throw JobSchedulerException.unreadable(e);
    }
  }

  /** The fields of a report of progress. */
  static Map<String, Object> progress(int percent, @Nullable String text) {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("percent is " + percent + " but must be 0 to 100");
    }
    Map<String, Object> fields = new HashMap<>(Map.of("progress", percent));
    if (text != null) {
      fields.put("message", text);
    }
    return fields;
  }

  /** Sends the report in the caller's transaction, or at once if there is none. */
  void send(String event, Map<String, Object> fields, @Nullable ExecutionResult result) {
    ReportBatch batch = new ReportBatch(connectionFactory);
    addTo(batch, event, fields, result);
    batch.send();
  }

  /** Adds the report to a batch, which sends it later. */
  void addTo(
      ReportBatch batch,
      String event,
      Map<String, Object> fields,
      @Nullable ExecutionResult result) {
    batch.add(
        "'%s' of run %s".formatted(event, fireId),
        json(event, fields, result).toString(),
        traceparent);
  }

  /** Sends the report outside the caller's transaction. */
  void sendAtOnce(String event, Map<String, Object> fields) {
    ThreadFactory threads = threadsOfContainer();
    if (threads == null) {
      send(event, fields, null);
      return;
    }
    // A new thread has no transaction; the threads of a pool might all be busy with long runs
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    Thread sender =
        threads.newThread(
            () -> {
              try {
                send(event, fields, null);
              } catch (RuntimeException e) {
                failure.set(e);
              }
            });
    sender.start();
    await(sender);
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  private static void await(Thread sender) {
    try {
      sender.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private JsonObject json(
      String event, Map<String, Object> fields, @Nullable ExecutionResult result) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("fireId", fireId)
            .add("token", token)
            .add("event", event)
            .add("worker", worker);
    fields.forEach(
        (name, value) -> {
          if (value instanceof Integer number) {
            json.add(name, number);
          } else if (value instanceof Boolean flag) {
            json.add(name, flag);
          } else if (value instanceof JsonValue own) {
            json.add(name, own);
          } else {
            json.add(name, value.toString());
          }
        });
    if (result != null) {
      json.add(result.field(), result.value());
    }
    return json.build();
  }

  /** Null outside a container, where the caller has no transaction. */
  @SuppressWarnings("BanJNDI") // A constant name of the platform
  static @Nullable ThreadFactory threadsOfContainer() {
    try {
      return InitialContext.doLookup("java:comp/DefaultManagedThreadFactory");
    } catch (NamingException e) {
      return null;
    }
  }

  private static String hostName() {
    String name = System.getenv("HOSTNAME");
    return name == null || name.isBlank() ? "worker" : name;
  }
}
