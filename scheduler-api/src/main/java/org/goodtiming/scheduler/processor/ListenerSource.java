package org.goodtiming.scheduler.processor;

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

        ${resource}

        @Override
        public void onMessage(jakarta.jms.Message message) {
          org.goodtiming.scheduler.api.HandledJob.handle(message, ${call});
        }
      }
      """;

  private static final String CONNECTION_FACTORY =
      """
      @jakarta.annotation.Resource(lookup = "${connectionFactory}")
        private jakarta.jms.ConnectionFactory connectionFactory;""";

  private static final String SESSIONS =
      ",\n      @jakarta.ejb.ActivationConfigProperty(propertyName = \"maxSession\", propertyValue = \"%d\")";

  /** With its package. */
  String name() {
    return handler.inItsPackage(simpleName());
  }

  private String simpleName() {
    return handler.generatedName("Listener");
  }

  String text() {
    return handler.packageLine()
        + TEMPLATE
            .replace(
                "${sessions}",
                handler.sessions() == 0 ? "" : SESSIONS.formatted(handler.sessions()))
            .replace("${generator}", JobHandlerProcessor.class.getName())
            .replace("${name}", simpleName())
            .replace("${bean}", handler.bean().getSimpleName())
            .replace("${method}", handler.name())
            .replace("${resource}", resource())
            .replace("${connectionFactory}", literal(handler.connectionFactory()))
            .replace("${call}", call())
            .replace("${queue}", literal(handler.queue()));
  }

  private String resource() {
    return handler.isLong()
        ? "@jakarta.ejb.EJB private %s runs;".formatted(new RunsSource(handler).simpleName())
        : CONNECTION_FACTORY;
  }

  private String call() {
    String call = "handler.%s(%s)".formatted(handler.name(), handler.arguments());
    String body = handler.returnsNothing() ? "{ %s; return null; }".formatted(call) : call;
    return (handler.isLong() ? "runs.jobs(), (job, run) -> " : "connectionFactory, job -> ") + body;
  }

  static String literal(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
