package org.goodtiming.scheduler.testkit;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.MessageListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobReceipt;
import org.goodtiming.scheduler.api.JobReceipt.Status;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;
import org.goodtiming.scheduler.api.LongRunContainer;
import org.goodtiming.scheduler.api.Recurring;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.contract.AllowListRules;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.contract.due.CalculatedDues;
import org.goodtiming.scheduler.execution.RefusedReportException;
import org.goodtiming.scheduler.execution.ReportParser;
import org.goodtiming.scheduler.job.JobDefinition;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.SchemaOwner;
import org.goodtiming.scheduler.operations.queue.ClosedTimes;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.registration.direct.DefinitionReader;
import org.goodtiming.scheduler.schema.InputSchema;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory scheduler with a clock that only the test sets. Pass it to the code under test as
 * its {@link JobScheduler}, and advance the clock.
 *
 * <pre>{@code
 * TestScheduler scheduler = TestScheduler.at(NOON, "order-check");
 * new Orders(scheduler).place("4711");
 * scheduler.advance(Duration.ofMinutes(30));
 * assertThat(scheduler.delivered("order-check")).extracting(JobDelivery::jobId).containsExactly("4711");
 * }</pre>
 *
 * <p>Runs that wait for the end of the last run need the reports of their worker: give it {@link
 * #connectionFactory}.
 *
 * <p>It reads requests with the scheduler's parser, so it refuses the requests that the scheduler
 * would refuse. A refusal fails the test with an {@link AssertionError}, unless the test calls
 * {@link #keepRefusals}. It has no transactions: a request takes effect at once. Not thread-safe.
 */
public final class TestScheduler implements JobScheduler {

  static final SchedulerConfig DEFAULTS =
      SchedulerConfig.from(
          name -> name.equals("scheduler.node.name") ? Optional.of("test") : Optional.empty());

  private final Map<String, ExclusionCalendar> calendars = new HashMap<>();
  private final Map<String, JobDefinition> definitions = new HashMap<>();
  private final Map<SchemaOwner, InputSchema> schemas = new HashMap<>();
  private final RegistrationParser parser =
      new RegistrationParser(
          DEFAULTS.registration(),
          new CalculatedDues(name -> Optional.ofNullable(calendars.get(name))),
          name -> Optional.ofNullable(definitions.get(name)));
  private final ReportParser reportParser = new ReportParser(DEFAULTS.execution().maxResultBytes());
  private final Set<String> workerQueues;
  private final DeliveryTransaction transaction = new DeliveryTransaction();
  private final InboxConnections inbox = new InboxConnections(transaction);
  private final TestContainer container = new TestContainer(transaction);
  private final Deliveries deliveries = new Deliveries(transaction);
  private final QueueLimits queueLimits = new QueueLimits();
  private final TestNode node;
  private final List<RefusedRequest> refused = new ArrayList<>();
  private boolean keepsRefusals;

  private TestScheduler(Instant now, Set<String> workerQueues) {
    this.workerQueues = workerQueues;
    node = new TestNode(now, deliveries, container, queueLimits);
  }

  /**
   * Starts with no job.
   *
   * @param now initial time of its clock
   * @param workerQueues the allow-list
   */
  public static TestScheduler at(Instant now, String... workerQueues) {
    return new TestScheduler(now, Set.of(workerQueues));
  }

  /**
   * Keeps refusals for {@link #refused} instead of failing the test. The code under test then
   * continues, as with the real scheduler.
   *
   * @return this scheduler
   */
  public TestScheduler keepRefusals() {
    keepsRefusals = true;
    return this;
  }

  /** The time of its clock. */
  public Instant now() {
    return node.now();
  }

  /**
   * Delivers the jobs of a worker queue to a worker when they become due. If the worker throws, the
   * job is redelivered at once, up to ten deliveries; then it waits for its next attempt, if its
   * retry policy or that of the queue has one, or is a dead letter.
   *
   * @throws IllegalArgumentException if the queue is not on the allow-list
   */
  public void worker(String queue, MessageListener worker) {
    if (!workerQueues.contains(queue)) {
      throw new IllegalArgumentException(
          "worker queue '%s' is not on the allow-list %s: name it where you create the scheduler"
              .formatted(queue, workerQueues));
    }
    deliveries.worker(queue, worker);
  }

  /**
   * Delivers jobs to the methods of a bean with {@link JobHandler}, as {@link #worker} does to a
   * listener, by the message-driven beans that the compiler has generated for them. The bean is
   * called itself: interceptors and transactions are those of a server. Yasson reads payloads as
   * JSON.
   *
   * <p>A handler with a {@code RunContext} works as in {@link #longRunContainer}. One with
   * {@code @Once} is not called for a run at which it has returned before, whatever its data source
   * is: {@link #deliverAgain} shows it. The schedule of one with {@link Recurring} is registered,
   * as when its application starts now.
   *
   * @param bean as the test has created it
   * @throws IllegalArgumentException if it has no handler, if a queue is not on the allow-list, or
   *     if a schedule is refused
   */
  public void handlers(Object bean) {
    new HandlerListeners(connectionFactory(), inbox(), container).of(bean).forEach(this::worker);
    HandlerListeners.schedules(bean).forEach(this::register);
  }

  private void register(JobRequest schedule) {
    JobReceipt receipt = scheduleAndWait(schedule, Duration.ZERO);
    if (receipt.isRejected()) {
      throw new IllegalArgumentException(
          "schedule %s is refused: %s %s"
              .formatted(schedule.key(), receipt.code(), receipt.reason()));
    }
  }

  /**
   * The container of a worker with {@code LongRunningJobs}: {@code
   * LongRunningJobs.on(scheduler.connectionFactory(), scheduler.longRunContainer())}. A run begins
   * when the worker has returned, and ends before the clock moves on, so there are no heartbeats,
   * and no run is silent. {@link #cancel} during a run asks its task to stop.
   */
  public LongRunContainer longRunContainer() {
    return container;
  }

  /**
   * Delivers a job once more, as when its message is sent to the worker queue again by hand. A
   * tracked run that has ended stays so.
   *
   * @param job one of {@link #delivered}
   * @throws NoSuchElementException if it is none of them
   */
  public void deliverAgain(JobDelivery job) {
    node.deliverAgain(job);
  }

  /**
   * Sets the retry policy of a worker queue, for jobs that have none themselves; by default no job
   * is tried again. Delays have no jitter.
   */
  public void retry(String queue, RetryPolicy policy) {
    node.retry(queue, policy);
  }

  /**
   * Sets how long tracked runs of a worker queue may take from their dispatch, if their jobs do not
   * say; by default a week. A run whose worker has not reported its end by then is tried again, if
   * a retry policy says so, and otherwise has failed. Set it before jobs are registered.
   *
   * @param limit at least a second
   */
  public void runTimeout(String queue, Duration limit) {
    node.runTimeout(queue, limit);
  }

  /**
   * Sets how many jobs of a worker queue are delivered a minute.
   *
   * @param jobsPerMinute 1 to 1,000,000; 0 removes the limit
   */
  public void rateLimit(String queue, int jobsPerMinute) {
    queueLimits.rate(queue, jobsPerMinute);
  }

  /**
   * Sets how many runs of a worker queue are under way at once. Tracked runs count until they end,
   * others until their worker has returned.
   *
   * @param runs 1 to 10,000; 0 removes the limit
   */
  public void maxConcurrentRuns(String queue, int runs) {
    queueLimits.concurrentRuns(queue, runs);
  }

  /**
   * Sets how many runs of a worker queue whose jobs have the same key are under way at once. They
   * count as with {@link #maxConcurrentRuns}.
   *
   * @param property whose value is the key: {@code group}, the message group, or an {@code x_}
   *     property. Jobs without a value have one key together
   * @param runs 1 to 10,000; 0 removes the limit
   */
  public void maxConcurrentRunsPerKey(String queue, String property, int runs) {
    queueLimits.concurrentRunsPerKey(queue, property, runs);
  }

  /**
   * Sets how many messages a worker queue has at most. A worker takes each at once, so messages
   * pile up only in a queue without {@link #worker}; they stay in {@link #delivered} when it gets
   * one.
   *
   * @param messages 1 to 1,000,000; 0 removes the limit
   */
  public void maxDepth(String queue, int messages) {
    queueLimits.depth(queue, messages);
  }

  /**
   * Sets the times at which a worker queue is not served.
   *
   * @param times as field {@code closed} of {@code PUT /worker-queues/NAME}, for example {@code
   *     daily:18:00-08:00 zone=Europe/Berlin}; {@code never} removes them. A {@link #calendar} that
   *     they name must exist, and counts as it is now
   * @throws IllegalArgumentException if the scheduler would refuse them
   */
  public void closed(String queue, String times) {
    if (times.equals(ClosedTimes.NEVER)) {
      queueLimits.open(queue);
    } else {
      ClosedTimes parsed =
          ClosedTimes.parse(times, name -> Optional.ofNullable(calendars.get(name)));
      queueLimits.closed(queue, parsed, now());
    }
  }

  /**
   * Sets the JSON Schema that payloads of a worker queue must match from then on.
   *
   * @param json as field {@code inputSchema} of {@code PUT /worker-queues/NAME}; null removes it
   * @throws IllegalArgumentException if the scheduler would refuse it
   */
  public void inputSchema(String queue, @Nullable String json) {
    inputSchema(SchemaOwner.queue(queue), json);
  }

  private void inputSchema(SchemaOwner owner, @Nullable String json) {
    if (json == null) {
      schemas.remove(owner);
    } else {
      schemas.put(owner, InputSchema.parse(json));
    }
  }

  /**
   * Connections for the reports of workers: {@code Execution.of(message,
   * scheduler.connectionFactory())}. During a delivery reports are part of the message's
   * transaction: they take effect when the worker returns, not if it throws. They support nothing
   * else.
   */
  public ConnectionFactory connectionFactory() {
    return ReportConnections.to(text -> transaction.onCommit(() -> take(text)));
  }

  /** Connections to the inbox of handlers with {@code @Once}. */
  DataSource inbox() {
    return inbox.dataSource();
  }

  /**
   * Adds or replaces a calendar that jobs may name. Waiting jobs keep the former calendar.
   *
   * @param excludes in the text form of module {@code scheduler-recurrence}, for example {@code
   *     weekly:SAT,SUN}
   */
  public void calendar(String name, String excludes) {
    calendars.put(name, ExclusionCalendar.parse(excludes));
  }

  /**
   * Puts a definition that jobs may name. Those that wait already keep what they have.
   *
   * @param json as by {@code PUT /definitions/NAME}, for example <code>{"queue": "report", "body":
   *     "all"}</code>; with {@code inputSchema}, payloads of jobs that name it must match that
   * @throws IllegalArgumentException if the scheduler would refuse it
   */
  public void definition(String name, String json) {
    DefinitionReader.Read read = new DefinitionReader(parser).read(name, json, allowList());
    Receipt refusal = read.refusal();
    if (refusal != null) {
      throw new IllegalArgumentException(refusal.code() + " " + refusal.reason());
    }
    definitions.put(name, Objects.requireNonNull(read.definition()));
    inputSchema(SchemaOwner.definition(name), read.inputSchema());
  }

  @Override
  public void schedule(JobRequest request) {
    handle(RequestMessage.of(request));
  }

  /** A refusal does not fail the test, for the caller has it. */
  @Override
  public JobReceipt scheduleAndWait(JobRequest request, Duration timeout) {
    Intent intent = admitted(RequestMessage.of(request));
    if (intent instanceof Intent.Refused refusal) {
      return rejected(request.key(), refusal);
    }
    Status status = node.store(((Intent.Schedule) intent).job());
    return status == Status.REJECTED
        ? rejected(request.key(), AllowListRules.alreadyWaiting(request.key()))
        : new JobReceipt(status, request.key(), node.dueAt(request.key()), null, null);
  }

  @Override
  public JobReceipt check(JobRequest request, Duration timeout) {
    return admitted(RequestMessage.of(request)) instanceof Intent.Refused refusal
        ? rejected(request.key(), refusal)
        : new JobReceipt(Status.ACCEPTABLE, request.key(), null, null, null);
  }

  private Intent admitted(RequestMessage message) {
    Intent intent = new AllowListRules(allowList()).apply(message.parsed(parser, now()));
    return intent instanceof Intent.Schedule schedule
        ? node.refusal(schedule.job()).<Intent>map(refused -> refused).orElse(intent)
        : intent;
  }

  private static JobReceipt rejected(JobKey key, Intent.Refused refusal) {
    return new JobReceipt(Status.REJECTED, key, null, refusal.refusal().code(), refusal.reason());
  }

  @Override
  public void scheduleAll(Collection<JobRequest> requests) {
    List.copyOf(requests).forEach(this::schedule);
  }

  @Override
  public void cancel(JobKey key) {
    handle(RequestMessage.toCancel(key));
  }

  @Override
  public void closeBatch(String id, int size) {
    handle(RequestMessage.toClose(id, size, null));
  }

  @Override
  public void closeBatch(String id, int size, Duration timeout) {
    handle(RequestMessage.toClose(id, size, timeout));
  }

  /** A refusal does not fail the test, for the caller has it. */
  @Override
  public JobReceipt cancelAndWait(JobKey key, Duration timeout) {
    Intent intent = admitted(RequestMessage.toCancel(key));
    return intent instanceof Intent.Refused refusal
        ? rejected(key, refusal)
        : new JobReceipt(node.remove((Intent.Cancel) intent), key, null, null, null);
  }

  private void handle(RequestMessage message) {
    Intent intent = admitted(message);
    if (intent instanceof Intent.Schedule schedule) {
      if (node.store(schedule.job()) == Status.REJECTED) {
        refuse(RefusedRequest.of(AllowListRules.alreadyWaiting(schedule.key())));
      }
    } else if (intent instanceof Intent.Cancel cancel) {
      node.remove(cancel);
    } else if (intent instanceof Intent.Batch batch) {
      node.change(batch.change()).ifPresent(refused -> refuse(RefusedRequest.of(refused)));
    } else if (intent instanceof Intent.Refused refusal) {
      refuse(RefusedRequest.of(refusal));
    }
  }

  private void refuse(RefusedRequest request) {
    if (!keepsRefusals) {
      throw new AssertionError(
          "%s %s. The scheduler refuses this after the call has returned; if the test expects it, call keepRefusals() first"
              .formatted(request.code(), request.reason()));
    }
    refused.add(request);
  }

  private AllowList allowList() {
    return new AllowList(now(), workerQueues, Set.of(), Set.of(), Set.of(), schemas, Map.of());
  }

  /**
   * Advances the clock: each job that becomes due is delivered at its due time, in order, and
   * tracked runs that reach their limit end. A recurring job has a run at each planned time, so
   * advance in steps of reasonable size.
   */
  public void advance(Duration by) {
    advanceTo(now().plus(by));
  }

  /**
   * The same up to a moment.
   *
   * @throws IllegalArgumentException if it lies before {@link #now}
   */
  public void advanceTo(Instant moment) {
    node.advanceTo(moment);
  }

  /**
   * Advances the clock during an outage: no job is delivered. The next {@link #advance} delivers
   * the jobs that have become due; the misfire policies apply to the runs of schedules.
   *
   * @throws IllegalArgumentException if the duration is negative
   */
  public void outage(Duration duration) {
    node.outage(duration);
  }

  /** Due times of the jobs that wait, in the order of their next delivery. */
  public Map<JobKey, Instant> waiting() {
    return node.waiting();
  }

  /**
   * When a waiting job will be delivered: at its due time, or later because of its jitter or
   * because it waits for the end of the last run. Limits of its queue can delay it further.
   *
   * @throws NoSuchElementException if no job waits under the key
   */
  public Instant eligibleAt(JobKey key) {
    return node.eligibleAt(key);
  }

  private void take(String text) {
    try {
      node.report(RequestMessage.ofReport(text).parsed(reportParser, now()));
    } catch (RefusedReportException e) {
      refuse(new RefusedRequest(e.code(), e.reason(), null, null));
    }
  }

  /** Whether a schedule is paused because too many of its runs in a row have failed. */
  public boolean isPaused(JobKey key) {
    return node.isPaused(key);
  }

  /**
   * Resumes a schedule that is paused because of its failures. Its misfire policy applies to the
   * times that it has missed.
   */
  public void resume(JobKey key) {
    node.resume(key);
  }

  /**
   * Adds a run for each planned time of a range that has passed, as an operator does by a backfill.
   * All are due now, and delivered when the clock is advanced, by nothing if need be.
   *
   * @param from the first of the planned times, or before
   * @param until after the last of them
   * @return how many runs are added
   * @throws IllegalArgumentException if the scheduler would refuse the request
   */
  public int backfill(JobKey schedule, Instant from, Instant until) {
    return node.backfill(schedule, from, until);
  }

  /** Jobs of a worker queue that became due, each once, in the order of their delivery. */
  public List<JobDelivery> delivered(String queue) {
    return deliveries.delivered(queue);
  }

  /**
   * The log lines of a tracked job's latest run, the oldest first: the last {@link
   * WireContract#MAX_LOG_LINES} that its worker has reported.
   */
  public List<String> log(JobKey key) {
    return node.log(key);
  }

  /** The jobs whose workers failed, as of their last delivery. */
  public List<JobDelivery> deadLetters() {
    return deliveries.deadLetters();
  }

  /**
   * The requests that the scheduler would have put into quarantine. Empty unless the test has
   * called {@link #keepRefusals}.
   */
  public List<RefusedRequest> refused() {
    return List.copyOf(refused);
  }

  /**
   * A refused request.
   *
   * @param code stable, as in the operations guide
   * @param reason the mistake, the value seen, and the remedy
   * @param queue if the request contained it
   * @param jobId if the request contained it
   */
  public record RefusedRequest(
      String code, String reason, @Nullable String queue, @Nullable String jobId) {

    private static RefusedRequest of(Intent.Refused refused) {
      return new RefusedRequest(
          refused.refusal().code(), refused.reason(), refused.queue(), refused.jobId());
    }
  }
}
