package org.goodtiming.scheduler.processor;

import org.goodtiming.scheduler.api.HandledJob;
import org.goodtiming.scheduler.api.Inbox;
import org.goodtiming.scheduler.api.Once;

/** The source of the message-driven bean of a handler. */
record ListenerSource(HandlerMethod handler) {

  private static final String TEMPLATE =
      """
      /** Delivers the jobs of a worker queue to {@link ${bean}#${method}}. */
      @jakarta.annotation.Generated("${generator}")
      @jakarta.ejb.MessageDriven(
          name = "${name}",
          activationConfig = {
            @jakarta.ejb.ActivationConfigProperty(propertyName = "destination", propertyValue = "${queue}"),
            @jakarta.ejb.ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @jakarta.ejb.ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
            @jakarta.ejb.ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
            @jakarta.ejb.ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
            @jakarta.ejb.ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")${sessions}
          })
      public class ${name} implements jakarta.jms.MessageListener {

        @jakarta.inject.Inject private ${bean} handler;

        ${resources}

        @Override
        public void onMessage(jakarta.jms.Message message) {
          ${handledJob}.handle(message, ${call});
        }
      }
      """;

  private static final String CONNECTION_FACTORY =
      """
      @jakarta.annotation.Resource(lookup = "${connectionFactory}")
        private jakarta.jms.ConnectionFactory connectionFactory;""";

  private static final String DATA_SOURCE =
      "\n\n  @jakarta.annotation.Resource(lookup = \"%s\")\n  private javax.sql.DataSource dataSource;";

  private static final String HANDLED_JOB = HandledJob.class.getName();

  private static final String SESSIONS =
      ",\n      @jakarta.ejb.ActivationConfigProperty(propertyName = \"maxSession\", propertyValue = \"%d\")";

  /** The fully qualified name. */
  String name() {
    return handler.inItsPackage(simpleName());
  }

  private String simpleName() {
    return handler.generatedName("Listener");
  }

  String text() {
    return handler
        .source(TEMPLATE, simpleName())
        .replace(
            "${sessions}", handler.sessions() == 0 ? "" : SESSIONS.formatted(handler.sessions()))
        .replace("${resources}", resources())
        .replace("${connectionFactory}", literal(handler.connectionFactory()))
        .replace("${handledJob}", HANDLED_JOB)
        .replace("${call}", call())
        .replace("${queue}", literal(handler.queue()));
  }

  private String resources() {
    if (handler.isLong()) {
      return "@jakarta.ejb.EJB private %s runs;".formatted(new RunsSource(handler).simpleName());
    }
    Once once = handler.once();
    return once == null
        ? CONNECTION_FACTORY
        : CONNECTION_FACTORY + DATA_SOURCE.formatted(literal(once.dataSource()));
  }

  private String call() {
    String call = "handler.%s(%s)".formatted(handler.name(), handler.arguments());
    String body = handler.returnsNothing() ? "{ %s; return null; }".formatted(call) : call;
    if (handler.isLong()) {
      return "runs.jobs(), (job, run) -> " + body;
    }
    return handler.once() == null
        ? "connectionFactory, job -> " + body
        : "connectionFactory, %s(new %s(dataSource), job -> %s)"
            .formatted(HANDLED_JOB + ".once", Inbox.class.getName(), body);
  }

  static String literal(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
