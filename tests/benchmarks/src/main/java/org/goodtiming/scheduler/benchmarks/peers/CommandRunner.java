package org.goodtiming.scheduler.benchmarks.peers;

import static java.time.temporal.ChronoUnit.MILLIS;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.benchmarks.Arrivals;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.booking.BookingHandler;
import org.goodtiming.scheduler.benchmarks.peers.Contender.Purpose;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import org.goodtiming.scheduler.benchmarks.report.Sample.Outcome;

/** Carries out commands, and says when what counts begins and ends. */
record CommandRunner(Contender contender, Registration registration, PrintStream answers) {
  static final int JOBS_A_SECOND = 100;
  private static final int MILLIS_A_JOB = 1000 / JOBS_A_SECOND;

  // Until the first job is handled, at the longest: some look for due jobs every few seconds only.
  private static final Duration START = Duration.ofSeconds(15);

  // Before the first job is due the slowest must have registered all, and have started.
  private static final Duration LEAD = Duration.ofSeconds(4);
  private static final int SLOWEST_REGISTRATION = 400;

  private static final Duration LONGEST = Duration.ofMinutes(1);

  // A statement that is planned while its table is empty reads the whole of it later on.
  private static final int PRESENT = 1_000;

  void carryOut(Command command) throws Exception {
    var limit = Duration.ofSeconds(command.limitSeconds());
    contender.begin();
    switch (command.word()) {
      case REGISTER -> register(jobs -> registration.oneByOne(jobs, limit), command.jobs());
      case REGISTER_BULK -> register(jobs -> registration.inBulk(jobs, limit), command.jobs());
      case DRAIN -> drain(command.jobs(), limit);
      case RECURRING -> recurring(command.jobs(), limit);
      case LATENESS -> lateness(command.jobs(), limit);
      case ADD_WAITING -> contender.addWaiting(command.jobs());
      case FILL -> fill(command.jobs(), limit);
      case HAND_OUT -> contender.start(Purpose.RECOVERY, BookingHandler.ofEnvironment());
    }
  }

  private interface Registering {
    int of(List<Job> jobs) throws Exception;
  }

  private void register(Registering registering, int count) throws Exception {
    var due = Instant.now().plus(Duration.ofHours(1)).truncatedTo(MILLIS);
    var jobs = Job.allDue(PRESENT + count, due);
    registration.inBulk(jobs.subList(0, PRESENT), LONGEST);
    contender.settle();
    answers.println(Answer.BEGIN);
    long from = System.nanoTime();
    var registered = registering.of(jobs.subList(PRESENT, jobs.size()));
    var seconds = (System.nanoTime() - from) / 1e9;
    end(new Outcome(registered, registered, 0, 0, seconds), Lateness.NONE);
    contender.forgetDue();
  }

  private void drain(int count, Duration limit) throws Exception {
    var jobs = Job.allDue(count, Instant.now().truncatedTo(MILLIS));
    var registered = jobs.subList(0, registration.inBulk(jobs, limit));
    work(registered, Purpose.THROUGHPUT, limit.plus(START));
  }

  private void recurring(int count, Duration limit) throws Exception {
    var lead = LEAD.plus(limit);
    var jobs = Job.allDue(count, Instant.now().plus(lead).truncatedTo(MILLIS));
    var registered = jobs.subList(0, registration.recurring(jobs, limit));
    work(registered, Purpose.THROUGHPUT, lead.plus(limit).plus(START));
  }

  private void fill(int count, Duration lead) throws Exception {
    registration.inBulk(Job.allDue(count, Instant.now().plus(lead).truncatedTo(MILLIS)), LONGEST);
    contender.settle();
  }

  private void lateness(int count, Duration limit) throws Exception {
    var lead = LEAD.plusSeconds(count / SLOWEST_REGISTRATION);
    var first = Instant.now().plus(lead).truncatedTo(MILLIS);
    var jobs =
        IntStream.range(0, count)
            .mapToObj(number -> new Job(number, first.plusMillis((long) number * MILLIS_A_JOB)))
            .toList();
    var registered = jobs.subList(0, registration.inBulk(jobs, lead));
    var last = Duration.ofMillis((long) count * MILLIS_A_JOB);
    work(registered, Purpose.PUNCTUALITY, lead.plus(last).plus(limit));
  }

  private void work(List<Job> jobs, Purpose purpose, Duration patience) throws Exception {
    var arrivals = new Arrivals(jobs, () -> answers.println(Answer.BEGIN));
    contender.settle();
    contender.start(purpose, arrivals::handle);
    arrivals.await(patience);
    var outcome =
        new Outcome(
            jobs.size(),
            arrivals.handled(),
            arrivals.twice(),
            arrivals.early(),
            arrivals.seconds());
    end(outcome, Lateness.of(arrivals.lateness()));
    contender.stop();
    contender.forgetDue();
  }

  private void end(Outcome outcome, Lateness lateness) {
    answers.println(new Answer(outcome, lateness).format());
  }
}
