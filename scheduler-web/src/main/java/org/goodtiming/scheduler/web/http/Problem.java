package org.goodtiming.scheduler.web.http;

import static java.util.stream.Collectors.joining;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.goodtiming.scheduler.contract.Mistake;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.message.StorableText;

/** The refusals of the API, by RFC 9457; the refusals of the wire contract have separate codes. */
public enum Problem {
  NO_SUCH_JOB(
      404,
      "SCHED-0903",
      "no job waits under '%s/%s': it was never registered, or it is dispatched, cancelled or expired; search for its id to see what is known of it"),
  BAD_PARAMETER(400, "SCHED-0904", "parameter %s is '%s': send %s"),
  UNKNOWN_PARAMETER(400, "SCHED-0997", "the request has no parameter %s: its parameters are %s"),
  OVERTAKEN(
      409,
      "SCHED-0906",
      "a job or a cancel with a later send time exists for '%s/%s': its sender's clock is ahead; send the request again later"),
  LOGIN_NEEDED(
      401,
      "SCHED-0907",
      "no user is logged in, or name or password is wrong: send them with Basic authentication"),
  ROLE_LACKS(403, "SCHED-0908", "user '%s' does not have role %s: ask an administrator for it"),
  INTERNAL(
      500,
      "SCHED-0909",
      "the scheduler failed to process this request: see the log of node %s, and report a bug"),
  UNAVAILABLE(
      503,
      "SCHED-0910",
      "the database does not answer, or not in time: send the request again after %s s, or register by JMS"),
  TOO_LARGE(413, "SCHED-0911", "the request's body has more than %s bytes: send less"),
  LOGINS_AT_ONCE(
      503, "SCHED-0969", "too many logins are sent at the same time: send the request again"),
  BODIES_AT_ONCE(
      503,
      "SCHED-0674",
      "too many bodies of requests are being received at the same time: send the request again"),
  TOO_SLOW(
      408, "SCHED-0968", "the request's body has not arrived within %s s: send the request again"),
  NOT_UTF_8(400, "SCHED-0912", "the request's body is not UTF-8: encode it in UTF-8"),
  NOT_SERVED(0, "SCHED-0913", "%s %s: %s; /openapi lists all requests"),
  NO_SUCH_EXECUTION(
      404,
      "SCHED-0920",
      "there is no execution '%s': the job is not tracked, or the history of its queue is pruned"),
  NO_RESULT_YET(
      404, "SCHED-0921", "execution '%s' has no result yet, its state is %s: ask again later"),
  RESULT_EXPIRED(410, "SCHED-0922", "the result of execution '%s' has expired or was deleted"),
  RUN_HAS_ENDED(
      409, "SCHED-0924", "execution '%s' has ended as %s: there is nothing left to cancel"),
  REPORT_IGNORED(
      409,
      "SCHED-0726",
      "the report on execution '%s' changes nothing, because the run is %s, or the token is not that of its latest attempt: report no more on this attempt"),
  TOO_MANY_LOGINS(
      429,
      "SCHED-0925",
      "too many logins of user '%2$s' from this address, or of any users from there, have failed: try again after %1$s s"),
  CHANGED_MEANWHILE(
      412,
      "SCHED-0926",
      "what is to be changed does not meet If-Match or If-None-Match: read it again"),
  BAD_IF_MATCH(400, "SCHED-0927", "header %s is '%s': send %s"),
  NO_SUCH_SCHEDULE(
      404,
      "SCHED-0928",
      "there is no schedule '%s/%s': the job is not registered, or does not recur"),
  SCHEDULE_ENDED(
      409, "SCHED-0950", "schedule '%s/%s' has ended, so it has no further run: register it again"),
  SCHEDULE_PAUSED(
      409, "SCHED-0951", "job '%s/%s' is a run of a schedule that is paused: resume the schedule"),
  NO_LATER_RUN(
      409,
      "SCHED-0656",
      "no later run of schedule '%s/%s' is planned, so that none can be skipped: end the schedule"),
  BACKFILL_REFUSED(422, "SCHED-0665", "schedule '%s/%s' cannot be backfilled: %s"),
  RUN_OF_SCHEDULE(
      409,
      "SCHED-0657",
      "job or run '%s' is the next run of schedule '%s/%s': skip it, pause the schedule, or end the schedule"),
  NO_SUCH_CALENDAR(404, "SCHED-0953", "there is no calendar '%s': see the list of calendars"),
  CALENDAR_IN_USE(
      409,
      "SCHED-0954",
      "calendar '%s' is named by %s (%s in all): cancel these schedules or register them without it, and set these queues without it"),
  CALENDAR_UNREADABLE(422, "SCHED-0955", "the calendar is refused: %s"),
  CLOSED_TIMES_REFUSED(
      422,
      "SCHED-0089",
      "field closed is refused: %s. Send the times at which the queue is not served, such as any(weekly:SAT,SUN; daily:18:00-08:00) zone=Europe/Berlin, or never"),
  BAD_CALENDAR_NAME(
      422,
      "SCHED-0956",
      "'%s' is not a calendar name: a name has up to 100 letters, digits, dots, hyphens and underscores, and begins with a letter or digit"),
  NO_SUCH_DEFINITION(404, "SCHED-0957", "there is no definition '%s': see the list of definitions"),
  DEFINITION_IN_USE(
      409,
      "SCHED-0958",
      "definition '%s' is named by %s (%s in all): cancel these schedules, or register them without it"),
  BAD_DEFINITION_NAME(
      422,
      "SCHED-0959",
      "'%s' is not a definition name: a name has up to 100 letters, digits, dots, hyphens and underscores, and begins with a letter or digit"),
  DEFINITION_QUEUE_IN_USE(
      409,
      "SCHED-0960",
      "the worker queue of definition '%s' cannot be changed while schedules name it, for it is part of their keys: put a definition of another name"),
  NO_OBJECT(
      400,
      "SCHED-0901",
      "the request is not exactly one JSON object (see its character %s): send one object"),
  NO_SUCH_QUEUE(
      404,
      "SCHED-0915",
      "worker queue '%s' is not on the allow-list: create it, or correct the name"),
  QUEUE_IN_USE(
      409,
      "SCHED-0194",
      "worker queue '%s' has %s: wait until they have ended, or cancel and delete them, then send the request again"),
  BAD_FIELD(422, "SCHED-0916", "field %s is %s: send %s"),
  BAD_QUEUE_NAME(
      422,
      "SCHED-0917",
      "'%s' is not a name for a worker queue: a name has up to 200 letters, digits, dots, hyphens and underscores, begins with a letter or digit, and not with 'scheduler.'"),
  BAD_INPUT_SCHEMA(422, Refusal.INPUT_SCHEMA),
  NO_SUCH_LEASE(404, "SCHED-0918", "there is no lease of partition '%s': see the list of leases"),
  NO_SUCH_NODE(404, "SCHED-0093", "the database knows no node '%s': see the list of nodes"),
  NOT_PAUSED(404, "SCHED-0095", "dispatch of %s is not paused: see the list of pauses"),
  NOT_QUARANTINED(
      404,
      "SCHED-0919",
      "there is no quarantine row '%s': it may have been resubmitted or deleted"),
  EXPIRES_EARLIER(
      422,
      "SCHED-0923",
      "job '%s/%s' expires before it would be due: register it again with a later expiresAt"),
  NO_SUCH_BATCH(
      404, "SCHED-0931", "there is no batch operation '%s': see the list of batch operations"),
  NO_SUCH_JOB_BATCH(
      404,
      "SCHED-0858",
      "there is no job batch '%s': nobody has named it, or the history of its members is pruned"),
  NO_FILTER(
      422,
      "SCHED-0932",
      "the operation would apply to everything: send at least one filter, such as queue"),
  BAD_KEY(
      400,
      "SCHED-0933",
      "header Idempotency-Key is '%s': send 1 to 200 printable characters of ASCII, such as a UUID"),
  KEY_REUSED(
      422,
      "SCHED-0934",
      "Idempotency-Key '%s' belongs to another request of your login: use a new key for each request"),
  NO_SUCH_USER(404, "SCHED-0937", "there is no user '%s': see the list of users"),
  LAST_ADMINISTRATOR(
      409,
      "SCHED-0938",
      "'%s' is the last user with role admin that can log in: give another user the role first"),
  USER_EXISTS(409, "SCHED-0939", "there is a user '%s' already"),
  FORMER_USER(
      409,
      "SCHED-0199",
      "'%s' was the name of a user who was deleted, and whose jobs and runs may still bear it: choose another name"),
  BAD_USER_NAME(
      422,
      "SCHED-0940",
      "'%s' is not a user name: a name has up to 100 letters, digits, dots, hyphens, underscores and @, and begins with a letter or digit"),
  BAD_RECEIVER_URL(422, "SCHED-0998", "the URL '%s' is refused: %s"),
  NO_SUCH_WEBHOOK(404, "SCHED-0999", "there is no webhook '%s': see the list of webhooks"),
  NOT_DECRYPTED(409, "SCHED-0053", "the content of the row cannot be decrypted: %s"),
  NO_ENCRYPTION_KEY(
      409,
      "SCHED-0054",
      "queue '%s' cannot be encrypted, because node %s has no key: set scheduler.encryption.keys-file on all nodes, and restart them"),
  PROPERTY_ENCRYPTED(
      422,
      "SCHED-0055",
      "the properties of the jobs of queue '%s' are encrypted, so that none is found by a property: search by job id"),
  BAD_TOKEN(401, "SCHED-0943", "the bearer token is refused (%s): get a new one from its issuer"),
  PROVIDER_UNAVAILABLE(
      503,
      "SCHED-0108",
      "%s does not answer as it should: try again later, or log in by name and password; the log of the node has the reason"),
  NO_PROVIDER(
      404,
      "SCHED-0952",
      "this node has no provider of logins: log in by name and password, or set scheduler.rest.oidc.issuer"),
  NO_ROLE(
      403,
      "SCHED-0989",
      "'%s' has logged in at %s, but none of the user's groups has a role here: ask an administrator to put the user into a group of scheduler.rest.token.roles"),
  LOGIN_EXPIRED(
      400,
      "SCHED-0991",
      "the login has taken more than ten minutes, or was begun in another browser: log in again"),
  LOGIN_REFUSED(
      401,
      "SCHED-0992",
      "the login at %s has failed: log in again; the log of the node has the reason"),
  ISSUER_UNAVAILABLE(
      503,
      "SCHED-0100",
      "the keys that verify the token cannot be read from its issuer: try again in %s seconds; the log of the node has the reason"),
  JOB_RECURS(
      409,
      "SCHED-0944",
      "job '%s/%s' is a run of a schedule, which cannot be held: pause the schedule"),
  JOB_HELD(409, "SCHED-0945", "job '%s/%s' is held: release it first"),
  JOB_AFTER_OTHERS(
      409,
      "SCHED-0877",
      "job '%s/%s' waits for the ends of other jobs: register it again without them"),
  NOT_IN_DOUBT(
      404,
      "SCHED-0946",
      "nothing is prepared of transaction '%s': it has ended, or the list of transactions in doubt has it by another id"),
  UNDECIDED(409, "SCHED-0947", "transaction '%s' is undecided: %s; %s"),
  CONTRADICTED(409, "SCHED-0948", "force '%s' contradicts the evidence of transaction '%s': %s"),
  BROKER_UNAVAILABLE(
      503,
      "SCHED-0949",
      "the broker does not answer, or not in time: send the request again after %s s"),
  OTHER_ORIGIN(
      403,
      "SCHED-0914",
      "a page of another origin ('%s') sent this request: changes are accepted only from the API's own origin"),
  BAD_PATH_NAME(
      400,
      "SCHED-0970",
      "path segment '%s' is not base64url of text in UTF-8: encode the name, or send it without the prefix base64url:"),
  PATH_PARAMETER(
      400,
      "SCHED-0971",
      "path '%s' has a semicolon, which begins a parameter that no resource has: send it percent-encoded"),
  SESSION_ENDED(401, "SCHED-0975", "the session has ended: log in again"),
  WRONG_PASSWORD(
      401, "SCHED-0976", "name or password is wrong, or the user is locked: correct them"),
  NO_SUCH_SESSION(
      404, "SCHED-0977", "there is no session '%s', or it has ended: see the list of sessions"),
  NO_SUCH_GRANT(404, "SCHED-0978", "login '%s' has no grant for '%s': see the list of grants"),
  BAD_GRANT(
      422,
      "SCHED-0979",
      "login '%s' cannot have a grant for '%s': send a login of up to 100 printable characters, and * or a name for a worker queue"),
  CANNOT_RUN_AGAIN(
      409,
      "SCHED-0980",
      "execution '%s' is %s: only a run that has ended as FINISHED, ERROR, CANCELLED or EXHAUSTED can be run again"),
  INPUT_GONE(
      410,
      "SCHED-0981",
      "the input of execution '%s' was deleted: register the job again with its payload"),
  PROPERTY_EVERYWHERE(
      400,
      "SCHED-0982",
      "parameter property needs queue, and dueFrom or dueBefore, because no index knows the properties: send them, too"),
  PROPERTY_UNREADABLE(
      403,
      "SCHED-0983",
      "only an operator may search the properties of all jobs: a submitter may search its own jobs with registeredBy=%s");

  static final String MEDIA_TYPE = "application/problem+json";

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final int MAX_VALUE_LENGTH = 100;
  private static final int MAX_EXPLANATION_LENGTH = 5_000;

  private final int status;
  private final String code;
  private final String text;

  Problem(int status, Refusal refusal) {
    this(status, refusal.code(), refusal.text());
  }

  Problem(int status, String code, String text) {
    this.status = status;
    this.code = code;
    this.text = text;
  }

  String code() {
    return code;
  }

  String text() {
    return text;
  }

  public ProblemException with(Object... values) {
    return withStatus(status, values);
  }

  public ProblemException withStatus(int otherStatus, Object... values) {
    return new ProblemException(otherStatus, List.of(new Mistake(code, detail(values))));
  }

  /** With long values, which name a place and a cure, or several things. */
  public ProblemException explained(Object... values) {
    return new ProblemException(
        status, List.of(new Mistake(code, detail(MAX_EXPLANATION_LENGTH, values))));
  }

  /** The first value of the text is how many seconds to wait. */
  public ProblemException toRetry(long seconds, Object value) {
    return new ProblemException(
        builder(seconds, value).header(HttpHeaders.RETRY_AFTER, seconds).build());
  }

  public Response response(Object... values) {
    return builder(values).build();
  }

  public ResponseBuilder builder(Object... values) {
    return answer(status, code, detail(values));
  }

  /** Answers with a code that is not the API's own. */
  public static ResponseBuilder answer(int status, String code, String detail) {
    return answer(status, List.of(new Mistake(code, detail)));
  }

  /**
   * Answers with all mistakes of a request. The detail has all reasons; only if there are several,
   * {@code errors} has each with its code.
   *
   * @param mistakes at least one, whose code is the problem's
   */
  public static ResponseBuilder answer(int status, List<Mistake> mistakes) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("title", title(status))
            .add("status", status)
            .add("code", mistakes.get(0).code())
            .add("detail", mistakes.stream().map(Mistake::reason).collect(joining("; ")));
    mistakes.stream()
        .map(Mistake::pointer)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(pointer -> json.add("pointer", pointer));
    if (mistakes.size() > 1) {
      json.add("errors", errors(mistakes));
    }
    return Response.status(status).type(MEDIA_TYPE).entity(json.build().toString());
  }

  private static JsonArrayBuilder errors(List<Mistake> mistakes) {
    JsonArrayBuilder errors = JSON.createArrayBuilder();
    for (Mistake mistake : mistakes) {
      errors.add(
          JSON.createObjectBuilder().add("code", mistake.code()).add("detail", mistake.reason()));
    }
    return errors;
  }

  /** By RFC 9110, of which Jakarta REST does not know all. */
  private static String title(int status) {
    Response.Status known = Response.Status.fromStatusCode(status);
    if (known != null) {
      return known.getReasonPhrase();
    }
    return status == 422 ? "Unprocessable Content" : "Refused";
  }

  public int status() {
    return status;
  }

  /** Code and text, for a page. */
  public String shown(Object... values) {
    return code + " " + detail(values);
  }

  private String detail(Object... values) {
    return detail(MAX_VALUE_LENGTH, values);
  }

  private String detail(int longest, Object... values) {
    return text.formatted(
        Arrays.stream(values)
            .map(value -> StorableText.shown(String.valueOf(value), longest))
            .toArray());
  }
}
