package org.goodtiming.scheduler.system;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.LongRunContainer;
import org.goodtiming.scheduler.dev.Database;
import org.goodtiming.scheduler.dev.DatabaseUser;

/**
 * The transaction of a worker outside a server: commits the message and the effects in the database
 * of the shop, and then executes long runs, in the same thread.
 */
final class WorkerTransaction implements LongRunContainer, AutoCloseable {

  private final Connection shop;
  private final List<Runnable> afterCommit = new ArrayList<>();
  private final List<JMSContext> subscriptions = new ArrayList<>();

  WorkerTransaction(Database database) {
    try {
      shop = database.connect(DatabaseUser.SHOP);
      shop.setAutoCommit(false);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Connections that take part in the transaction. */
  DataSource dataSource() {
    Connection connection =
        proxy(Connection.class, (name, call) -> name.equals("close") ? null : call.on(shop));
    return proxy(DataSource.class, (name, call) -> connection);
  }

  private interface Call {
    Object on(Object target) throws ReflectiveOperationException;
  }

  private interface Body {
    Object of(String method, Call call) throws ReflectiveOperationException;
  }

  private static <T> T proxy(Class<T> type, Body body) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return body.of(method.getName(), target -> method.invoke(target, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  void commit(JMSContext context) {
    try {
      shop.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    context.commit();
    List<Runnable> actions = List.copyOf(afterCommit);
    afterCommit.clear();
    actions.forEach(Runnable::run);
  }

  void rollback(JMSContext context) {
    afterCommit.clear();
    try {
      shop.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    context.rollback();
  }

  @Override
  public Executor afterCommit() {
    return afterCommit::add;
  }

  @Override
  public Runnable inContext(Runnable action) {
    return action;
  }

  @Override
  public void execute(Runnable work) {
    work.run();
  }

  /** The runs are shorter than the interval of heartbeats. */
  @Override
  public Future<?> repeat(Runnable heartbeat, Duration interval) {
    return new CompletableFuture<>();
  }

  @Override
  public Subscription subscribe(ConnectionFactory connectionFactory, Consumer<String> cancelled) {
    JMSContext context = connectionFactory.createContext();
    context
        .createConsumer(context.createTopic("scheduler.control"))
        .setMessageListener(message -> fireIds(message).forEach(cancelled));
    subscriptions.add(context);
    return context::close;
  }

  private static List<String> fireIds(Message message) {
    try (JsonReader json = Json.createReader(new StringReader(message.getBody(String.class)))) {
      return json.readObject().getJsonArray("fireIds").getValuesAs(JsonString::getString);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    subscriptions.forEach(JMSContext::close);
    try {
      shop.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
