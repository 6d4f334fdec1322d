package org.goodtiming.scheduler.processor;

import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.Recurring;

/** The source of the singleton that registers the schedule of a handler. */
record ScheduleSource(HandlerMethod handler, Recurring recurring) {

  private static final String TEMPLATE =
      """
      /** Registers the schedule of {@link ${bean}#${method}} when the application starts. */
      @jakarta.annotation.Generated("${generator}")
      @jakarta.ejb.Singleton
      @jakarta.ejb.Startup
      @jakarta.ejb.TransactionManagement(jakarta.ejb.TransactionManagementType.BEAN)
      public class ${name} {

        private static final long PAUSE_MILLIS = 10_000;

        @jakarta.inject.Inject private org.goodtiming.scheduler.api.JobScheduler scheduler;

        @jakarta.annotation.Resource private jakarta.ejb.TimerService timers;

        private org.goodtiming.scheduler.api.HandlerSchedule schedule;

        /** The schedule; the test kit registers it itself. */
        static org.goodtiming.scheduler.api.JobRequest request() {
          return org.goodtiming.scheduler.api.JobRequest.on("${queue}")
              .jobId("${jobId}")
              .recurring("${recurrence}")
              .misfire(org.goodtiming.scheduler.api.JobRequest.Misfire.${misfire})${overlap}${pause}
              .text("${text}")
              .ifExists(org.goodtiming.scheduler.api.JobRequest.IfExists.UPDATE)
              .build();
        }

        @jakarta.annotation.PostConstruct
        void start() {
          schedule = new org.goodtiming.scheduler.api.HandlerSchedule(scheduler, request());
          timers.createIntervalTimer(0, PAUSE_MILLIS, new jakarta.ejb.TimerConfig("${name}", false));
        }

        @jakarta.ejb.Timeout
        void register(jakarta.ejb.Timer timer) {
          if (schedule.register()) {
            timer.cancel();
          }
        }
      }
      """;

  private static final String LIMIT = "\n        .withoutOverlap(java.time.Duration.parse(\"%s\"))";
  private static final String PAUSE = "\n        .pauseAfterFailures(%d)";
  private static final String OVERLAP =
      "\n        .overlap(org.goodtiming.scheduler.api.JobRequest.Overlap.%s)";

  /** The fully qualified name. */
  String name() {
    return handler.inItsPackage(simpleName());
  }

  private String simpleName() {
    return handler.generatedName("Schedule");
  }

  String text() {
    return handler
        .source(TEMPLATE, simpleName())
        .replace("${overlap}", overlap())
        .replace(
            "${pause}",
            recurring.pauseAfterFailures() == 0
                ? ""
                : PAUSE.formatted(recurring.pauseAfterFailures()))
        .replace("${misfire}", recurring.misfire().name())
        .replace("${queue}", ListenerSource.literal(handler.queue()))
        .replace("${jobId}", ListenerSource.literal(jobId()))
        .replace("${recurrence}", ListenerSource.literal(recurrence()))
        .replace("${text}", ListenerSource.literal(recurring.text()));
  }

  private String overlap() {
    if (!recurring.withoutOverlap().isEmpty()) {
      return LIMIT.formatted(recurring.withoutOverlap());
    }
    return recurring.overlap() == JobRequest.Overlap.ALLOW
        ? ""
        : OVERLAP.formatted(recurring.overlap());
  }

  private String jobId() {
    return recurring.jobId().isEmpty() ? handler.toString() : recurring.jobId();
  }

  private String recurrence() {
    return recurring.zone().isEmpty()
        ? recurring.value()
        : "%s zone=%s".formatted(recurring.value(), recurring.zone());
  }
}
