package org.goodtiming.scheduler.testkit;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.activemq.command.ActiveMQQueue;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/** JMS connections on which a worker can send its reports, and nothing else. */
final class ReportConnections {

  private static final String PURPOSE = "it only sends the reports of Execution";

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
    return PartialProxy.of(type, PURPOSE, methods);
  }

  private static UnsupportedOperationException unsupported(String what) {
    return PartialProxy.unsupported(what, PURPOSE);
  }
}
