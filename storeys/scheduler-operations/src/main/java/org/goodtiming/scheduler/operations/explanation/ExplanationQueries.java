package org.goodtiming.scheduler.operations.explanation;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.explanation.Explanation;
import org.goodtiming.scheduler.explanation.Explanations;
import org.goodtiming.scheduler.explanation.Facts;
import org.goodtiming.scheduler.explanation.Facts.Past;
import org.goodtiming.scheduler.explanation.WorkerQueueFacts;
import org.goodtiming.scheduler.operations.schedule.CalendarQueries;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Explains the delay of a job, with the pool of readers. */
@Singleton
public final class ExplanationQueries {

  private static final String PURPOSE = "explain a job";

  private final Statements statements;
  private final NamedCalendars calendars;
  private final QueueCauseQueries queues;

  @Inject
  ExplanationQueries(@Readers DataSource dataSource, QueueCauseQueries queues) {
    this.statements = Statements.forClients(dataSource);
    this.calendars = new CalendarQueries(dataSource);
    this.queues = queues;
  }

  /** Explains the waiting job, or else its latest run; empty if nothing is known of the job. */
  public Optional<Explanation> job(JobKey key) {
    ExplanationFacts present = present(key, null);
    ExplanationRun run = present.job() == null ? run(ExplanationText.latestRun(key)) : null;
    Facts facts = facts(present, run);
    return facts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Explanations.explain(facts).ofMember(run == null ? present.batch() : run.batch()));
  }

  /** Explains the waiting run of the schedule; empty if there is no such schedule. */
  public Optional<Explanation> schedule(JobKey key) {
    ExplanationFacts present = present(key, null);
    return present.schedule() == null
        ? Optional.empty()
        : Optional.of(Explanations.explain(facts(present, null)));
  }

  /** Empty if there is no such run. */
  public Optional<Explanation> run(UUID fireId) {
    ExplanationRun run = run(ExplanationText.run(fireId));
    return run == null
        ? Optional.empty()
        : Optional.of(
            Explanations.explain(facts(present(run.key(), fireId), run)).ofMember(run.batch()));
  }

  private ExplanationFacts present(JobKey key, @Nullable UUID fireId) {
    ExplanationFacts found =
        statements
            .query(PURPOSE, ExplanationText.present(key, fireId), ExplanationFacts::of)
            .get(0);
    return found.job() == null || found.schedule() == null ? found : planned(found);
  }

  private ExplanationFacts planned(ExplanationFacts found) {
    ExplanationPlan plan =
        first(statements.query(PURPOSE, ExplanationText.plan(found.key()), ExplanationPlan::of));
    return plan == null ? found : found.withPlan(plan.read(calendars));
  }

  private @Nullable ExplanationRun run(SqlText sql) {
    return first(statements.query(PURPOSE, sql, ExplanationRun::of));
  }

  private Facts facts(ExplanationFacts present, @Nullable ExplanationRun run) {
    return new Facts(
        present.key(),
        present.now(),
        queue(present),
        present.withRun(run == null ? null : run.facts()),
        past(present, run));
  }

  private @Nullable WorkerQueueFacts queue(ExplanationFacts present) {
    WorkerQueueFacts queue = queues.facts(present.key().queue());
    return queue == null || present.ofGroup() == null ? queue : queue.paused(present.ofGroup());
  }

  private Past past(ExplanationFacts present, @Nullable ExplanationRun run) {
    UUID fireId = run == null ? null : run.facts().fireId();
    JobKey key = run == null ? present.key() : run.key();
    SqlText events =
        run == null
            ? ExplanationText.events(key, present.now())
            : ExplanationText.events(key, run.facts(), present.now());
    return new Past(
        first(
            statements.query(
                PURPOSE, ExplanationText.quarantined(key, fireId), ExplanationFacts::quarantined)),
        present.cancelledAt(),
        statements.query(PURPOSE, events, ExplanationRun::event));
  }

  private static <T> @Nullable T first(List<T> found) {
    return found.isEmpty() ? null : found.get(0);
  }
}
