package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.DeliveryState;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Sender;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.dev.Broker;

/** Registers by AMQP 1.0, one message at a time, through every outage. */
final class AmqpRegistrant implements Runnable {

  // It complains about outages, which are wanted here; held, or the level would be forgotten.
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.apache.qpid");

  private static final Duration BETWEEN_JOBS = Duration.ofMillis(500);
  private static final long LIMIT_MILLIS = 10_000;

  private final Supplier<Broker> active;
  private final StormLedger books;
  private final StormLoad load;
  private final BooleanSupplier storming;

  AmqpRegistrant(
      Supplier<Broker> active, StormLedger books, StormLoad load, BooleanSupplier storming) {
    LIBRARY_LOG.setLevel(Level.OFF);
    this.active = active;
    this.books = books;
    this.load = load;
    this.storming = storming;
  }

  /** Ends with the storm. */
  @Override
  public void run() {
    try (var client = Client.create()) {
      while (storming.getAsBoolean()) {
        session(client);
        Wait.pause(BETWEEN_JOBS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // An outage before a message is sent costs nothing; after that, register tells the books.
  @SuppressWarnings("EmptyCatch")
  private void session(Client client) throws InterruptedException {
    var broker = active.get();
    try (var connection = client.connect(broker.host(), broker.port(), login(broker));
        var sender = connection.openSender(address(broker))) {
      sender.openFuture().get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
      while (storming.getAsBoolean()) {
        register(sender, load.plain());
        Wait.pause(BETWEEN_JOBS);
      }
    } catch (ClientException | ExecutionException | TimeoutException outage) {
      // See above
    }
  }

  private void register(Sender sender, Intent intent) throws ClientException {
    var message = message(intent);
    boolean acknowledged = false;
    try {
      var outcome = sender.send(message).awaitSettlement(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
      acknowledged = outcome.remoteState().getType() == DeliveryState.Type.ACCEPTED;
    } finally {
      books.sent(List.of(intent), acknowledged);
    }
  }

  private static Message<String> message(Intent intent) throws ClientException {
    return Message.create("chaos " + intent.id())
        .durable(true)
        .property(WireContract.QUEUE, intent.queue())
        .property(WireContract.JOB_ID, intent.jobId())
        .property(WireContract.DUE_AT, intent.dueAt().toEpochMilli());
  }

  private static ConnectionOptions login(Broker broker) {
    var login = new ConnectionOptions();
    login.user(broker.user()).password(broker.password());
    return login
        .openTimeout(LIMIT_MILLIS)
        .closeTimeout(LIMIT_MILLIS)
        .sendTimeout(LIMIT_MILLIS)
        .requestTimeout(LIMIT_MILLIS);
  }

  private static String address(Broker broker) {
    return WireContract.AMQP_REGISTRATION_PREFIX + broker.user();
  }
}
