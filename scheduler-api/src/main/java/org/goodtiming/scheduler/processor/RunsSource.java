package org.goodtiming.scheduler.processor;

import org.goodtiming.scheduler.api.LongRunContainer;

/** The source of the singleton that has the long runs of a handler. */
record RunsSource(HandlerMethod handler) {

  /**
   * Without the attribute of {@code stop}, Payara leaves it out when the server stops. A second
   * method named {@code start} would be called instead of the first.
   */
  private static final String TEMPLATE =
      """
      /** The long runs of {@link ${bean}#${method}}; they are returned to the scheduler at the end. */
      @jakarta.annotation.Generated("${generator}")
      @jakarta.ejb.Singleton
      @jakarta.ejb.Startup
      @jakarta.ejb.ConcurrencyManagement(jakarta.ejb.ConcurrencyManagementType.BEAN)
      public class ${name} {

        @jakarta.annotation.Resource(lookup = "${connectionFactory}")
        private jakarta.jms.ConnectionFactory connectionFactory;

        @jakarta.annotation.Resource
        private jakarta.enterprise.concurrent.ManagedExecutorService executor;

        @jakarta.annotation.Resource
        private jakarta.enterprise.concurrent.ManagedScheduledExecutorService scheduler;

        private org.goodtiming.scheduler.api.LongRunningJobs jobs;

        @jakarta.annotation.PostConstruct
        void start() {
          jobs = in(${container}.ofServer(executor, scheduler), connectionFactory);
        }

        /** Starts the runs in the container of a test. */
        void startIn(${container} container, jakarta.jms.ConnectionFactory reports) {
          jobs = in(container, reports);
        }

        private static org.goodtiming.scheduler.api.LongRunningJobs in(
            ${container} container, jakarta.jms.ConnectionFactory reports) {
          return org.goodtiming.scheduler.api.LongRunningJobs.on(reports, container)
              .with(java.time.Duration.parse("${timeout}")${maxAttempts});
        }

        public org.goodtiming.scheduler.api.LongRunningJobs jobs() {
          return jobs;
        }

        @jakarta.annotation.PreDestroy
        @jakarta.ejb.TransactionAttribute(jakarta.ejb.TransactionAttributeType.NOT_SUPPORTED)
        void stop() {
          jobs.close();
        }
      }
      """;

  /** The fully qualified name. */
  String name() {
    return handler.inItsPackage(simpleName());
  }

  String simpleName() {
    return handler.generatedName("Runs");
  }

  String text() {
    return handler
        .source(TEMPLATE, simpleName())
        .replace("${container}", LongRunContainer.class.getName())
        .replace("${timeout}", handler.timeout())
        .replace("${maxAttempts}", handler.maxAttempts() == 0 ? "" : ", " + handler.maxAttempts())
        .replace("${connectionFactory}", ListenerSource.literal(handler.connectionFactory()));
  }
}
