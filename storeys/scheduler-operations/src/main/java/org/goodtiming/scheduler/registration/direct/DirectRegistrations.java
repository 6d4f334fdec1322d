package org.goodtiming.scheduler.registration.direct;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.registration.Admission;
import org.goodtiming.scheduler.registration.MessageAdmission;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.registration.Registrar;
import org.goodtiming.scheduler.registration.RegistrationRequest;
import org.goodtiming.scheduler.registration.RegistrationRequests;

/**
 * Registers and cancels for callers that wait for the answer, by the rules of the wire contract, in
 * the caller's transaction. A refused request stores nothing.
 */
@Singleton
public record DirectRegistrations(
    Registrar registrar,
    RegistrationParser parser,
    WorkerQueueStore workerQueues,
    Quarantine quarantine) {

  @Inject
  public DirectRegistrations {}

  /** The second has the row locked; before it, a concurrent cancel may store a tombstone. */
  private static final int ATTEMPTS = 3;

  /**
   * Registers one job.
   *
   * @param login needs a grant for the worker queue
   * @param json an object with the fields of a line of {@code scheduleAll}; its {@code body} may be
   *     any JSON value
   * @param before is given the key before anything is stored, unless the request is refused
   */
  public Receipt schedule(String login, String json, Consumer<JobKey> before) {
    return inTurn(() -> scheduleNow(login, json, before));
  }

  private Receipt scheduleNow(String login, String json, Consumer<JobKey> before) {
    AllowList allowList = workerQueues.allowList();
    ReceivedMessage message = message(login, json, Map.of());
    return register(message, parser.parseRequest(message, allowList), allowList, before);
  }

  /** Schedules a job whose key is known; the object may omit it. */
  public Receipt schedule(
      String login, String queue, String jobId, String json, Consumer<JobKey> before) {
    return inTurn(() -> scheduleNow(login, queue, jobId, json, before));
  }

  private Receipt scheduleNow(
      String login, String queue, String jobId, String json, Consumer<JobKey> before) {
    AllowList allowList = workerQueues.allowList();
    ReceivedMessage message = message(login, json, properties(queue, jobId));
    Intent intent = parser.parseRequest(message, allowList);
    return register(message, ofKey(queue + "/" + jobId, intent), allowList, before);
  }

  /**
   * Cancels the waiting job, and stores the cancel, like a cancel by JMS.
   *
   * @param before as for {@link #schedule}
   */
  public Receipt cancel(String login, String queue, String jobId, Consumer<JobKey> before) {
    AllowList allowList = workerQueues.allowList();
    Map<String, Object> properties = new HashMap<>(properties(queue, jobId));
    properties.put(WireContract.OP, WireContract.OP_CANCEL);
    ReceivedMessage message = message(login, "", properties);
    return register(message, parser.parse(message, allowList.now()), allowList, before);
  }

  /**
   * Opens or closes a job batch.
   *
   * @param values of the wire contract, apart from the id
   */
  public Receipt change(String login, String batch, Map<String, Object> values) {
    AllowList allowList = workerQueues.allowList();
    Map<String, Object> properties = new HashMap<>(values);
    properties.put(WireContract.OP, WireContract.OP_BATCH);
    properties.put(WireContract.BATCH, batch);
    ReceivedMessage message = message(login, "", properties);
    return register(message, parser.parse(message, allowList.now()), allowList, key -> {});
  }

  /** Why the login may not register and cancel jobs of the queue; empty if it may. */
  public Optional<Receipt> refusal(String login, JobKey key) {
    Intent cancel = new Intent.Cancel(key, Instant.EPOCH);
    return refusal(message(login, "", Map.of()), cancel, workerQueues.allowList());
  }

  /**
   * Why {@link #schedule} would refuse the request, whatever waits under its key; empty if it would
   * not.
   */
  public Optional<Receipt> refusal(String login, String json) {
    AllowList allowList = workerQueues.allowList();
    ReceivedMessage message = message(login, json, Map.of());
    return refusal(message, parser.parseRequest(message, allowList), allowList);
  }

  private Optional<Receipt> refusal(ReceivedMessage message, Intent intent, AllowList allowList) {
    Intent admitted =
        new MessageAdmission(allowList, quarantine)
            .admit(new RegistrationRequest(message, null, intent));
    return refused(admitted).map(Receipt::rejected);
  }

  private Optional<Intent.Refused> refused(Intent admitted) {
    if (admitted instanceof Intent.Refused refused) {
      return Optional.of(refused);
    }
    return admitted instanceof Intent.Schedule schedule
        ? registrar.refusalByParents(schedule.job())
        : Optional.empty();
  }

  /**
   * The send time is taken before the row is locked; therefore a concurrent request with a later
   * send time may get the row first. Then the request is repeated with a new send time: requests
   * count in the order in which they get the row. An overtaken attempt has stored nothing, and has
   * locked the row if a job waits. It is overtaken again only if the other send time lies in the
   * future.
   */
  private static Receipt inTurn(Supplier<Receipt> attempt) {
    Receipt receipt = attempt.get();
    for (int i = 1; i < ATTEMPTS && receipt.status() == Receipt.Status.OVERTAKEN; i++) {
      receipt = attempt.get();
    }
    return receipt;
  }

  private Receipt register(
      ReceivedMessage message, Intent intent, AllowList allowList, Consumer<JobKey> before) {
    Admission admission = new RequestAdmission(new MessageAdmission(allowList, quarantine), before);
    RegistrationRequests requests = new RegistrationRequests();
    requests.add(message, intent);
    return (Receipt) registrar.register(requests, admission).get(0);
  }

  private static Intent ofKey(String key, Intent intent) {
    JobKey named = intent.key();
    return named == null || named.toString().equals(key)
        ? intent
        : Intent.Refused.of(Refusal.REQUEST_KEY, named, key, named);
  }

  private static Map<String, Object> properties(String queue, String jobId) {
    return Map.of(WireContract.QUEUE, queue, WireContract.JOB_ID, jobId);
  }

  private static ReceivedMessage message(
      String login, String json, Map<String, Object> properties) {
    Origin origin = new Origin(null, null, true, 1, new Sender(login, null, null));
    return new ReceivedMessage(Kind.TEXT, properties, json.getBytes(UTF_8), origin);
  }
}
