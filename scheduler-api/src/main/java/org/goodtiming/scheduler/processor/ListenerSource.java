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

        @jakarta.annotation.Resource(lookup = "${connectionFactory}")
        private jakarta.jms.ConnectionFactory connectionFactory;

        @Override
        public void onMessage(jakarta.jms.Message message) {
          org.goodtiming.scheduler.api.HandledJob.handle(
              message, connectionFactory, job -> ${call});
        }
      }
      """;

  private static final String SESSIONS =
      ",\n      @jakarta.ejb.ActivationConfigProperty(propertyName = \"maxSession\", propertyValue = \"%d\")";

  /** With its package. */
  String name() {
    String packageName = handler.packageName();
    return packageName.isEmpty() ? simpleName() : packageName + "." + simpleName();
  }

  private String simpleName() {
    return handler.bean().getSimpleName() + handler.capitalizedName() + "Listener";
  }

  String text() {
    return packageLine()
        + TEMPLATE
            .replace(
                "${sessions}",
                handler.sessions() == 0 ? "" : SESSIONS.formatted(handler.sessions()))
            .replace("${generator}", JobHandlerProcessor.class.getName())
            .replace("${name}", simpleName())
            .replace("${bean}", handler.bean().getSimpleName())
            .replace("${method}", handler.name())
            .replace("${connectionFactory}", literal(handler.connectionFactory()))
            .replace("${call}", call())
            .replace("${queue}", literal(handler.queue()));
  }

  private String packageLine() {
    String packageName = handler.packageName();
    return packageName.isEmpty() ? "" : "package %s;\n\n".formatted(packageName);
  }

  private String call() {
    String call = "handler.%s(%s)".formatted(handler.name(), handler.arguments());
    return handler.returnsNothing() ? "{ %s; return null; }".formatted(call) : call;
  }

  private static String literal(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
