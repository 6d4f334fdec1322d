package org.goodtiming.scheduler.testkit;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.activemq.command.ActiveMQQueue;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/** JMS connections on which a worker can send its reports, and nothing else. */
final class ReportConnections {

  private ReportConnections() {}

  static ConnectionFactory to(Consumer<String> reports) {
    JMSProducer producer =
        with(
            JMSProducer.class,
            Map.of(
                "send",
                arguments -> {
                  if (!(arguments[1] instanceof String text)) {
                    throw unsupported("messages of this kind");
                  }
                  reports.accept(text);
                  return null;
                },
                // The scheduler of the test kit has no traces
                "clearProperties",
                arguments -> null,
                "setProperty",
                arguments -> null));
    JMSContext context =
        with(
            JMSContext.class,
            Map.of(
                "createQueue",
                arguments -> queue((String) arguments[0]),
                "createProducer",
                arguments -> producer,
                "close",
                arguments -> null));
    return with(ConnectionFactory.class, Map.of("createContext", arguments -> context));
  }

  private static ActiveMQQueue queue(String name) {
    if (!name.equals(WireContract.REPORT_QUEUE)) {
      throw unsupported("createQueue(\"%s\")".formatted(name));
    }
    return new ActiveMQQueue(name);
  }

  private static <T> T with(
      Class<T> type, Map<String, Function<Object[], @Nullable Object>> methods) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return ofObject(type, proxy, method.getName(), arguments);
              }
              Function<Object[], @Nullable Object> body = methods.get(method.getName());
              if (body == null) {
                throw unsupported(method.getName());
              }
              return body.apply(arguments);
            }));
  }

  /** For debuggers, logs and collections. */
  private static Object ofObject(
      Class<?> type, Object proxy, String method, Object @Nullable [] arguments) {
    return switch (method) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "the test kit's " + type.getSimpleName();
    };
  }

  private static UnsupportedOperationException unsupported(String what) {
    return new UnsupportedOperationException(
        "the connection of the test kit does not support %s: it only sends the reports of Execution"
            .formatted(what));
  }
}
