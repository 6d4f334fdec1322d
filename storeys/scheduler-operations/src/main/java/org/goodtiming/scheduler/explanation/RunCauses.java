package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts.Broker;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Cure;
import org.jspecify.annotations.Nullable;

/**
 * The causes that keep workers from beginning a dispatched run, or that ended a run before a worker
 * began it.
 */
record RunCauses(Facts facts, RunFacts run) {

  Stream<Cause> atWorkerQueue() {
    Instant since = run.times().dispatchedAt();
    return Stream.of(
            noConsumer(since),
            behind(since),
            Cause.of(
                "worker-queue",
                "the message is in worker queue %s, and no worker has reported a start"
                    .formatted(facts.key().queue()),
                since),
            cancelRequested(run.cancelRequestedAt()))
        .filter(Objects::nonNull);
  }

  private @Nullable Cause noConsumer(@Nullable Instant since) {
    Broker broker = facts.broker();
    return broker == null || broker.consumers() > 0
        ? null
        : Cause.of(
            "no-consumer",
            "no worker is connected to worker queue %s: start one".formatted(facts.key().queue()),
            since);
  }

  private @Nullable Cause behind(@Nullable Instant since) {
    Broker broker = facts.broker();
    return broker == null || broker.messages() < 2
        ? null
        : Cause.of(
            "worker-backlog",
            "%s messages are in worker queue %s".formatted(broker.messages(), facts.key().queue()),
            since);
  }

  private static @Nullable Cause cancelRequested(@Nullable Instant at) {
    return at == null
        ? null
        : Cause.of("cancel-requested", "the worker is asked not to begin or to stop", at);
  }

  /** The cause for a run that has failed after it was dispatched. */
  Cause failure() {
    String worker = run.attempt().worker();
    return Cause.of(
            run.state().toLowerCase(Locale.ROOT),
            "attempt %s has ended as %s%s%s"
                .formatted(
                    run.attempt().number(),
                    run.state(),
                    worker == null ? "" : " at worker " + worker,
                    said()),
            run.times().endedAt())
        .with(Cure.post("run it again", "executions", run.fireId().toString(), "run-again"));
  }

  private String said() {
    return run.message() == null ? "" : ": " + run.message();
  }

  /** The cause for a run that has ended and was never dispatched. */
  Cause end() {
    String state = run.state().toLowerCase(Locale.ROOT);
    return Cause.of(
        state,
        "the run has ended as %s before it was dispatched%s".formatted(run.state(), said()),
        run.times().endedAt());
  }
}
