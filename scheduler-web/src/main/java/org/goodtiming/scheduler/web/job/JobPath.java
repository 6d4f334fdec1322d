package org.goodtiming.scheduler.web.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.UriBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.web.http.Problem;

/**
 * The key of a job in a path. Servers and clients normalize dots, empty segments and backslashes,
 * and cut off what follows a semicolon: a name with such characters is written in base64url.
 */
public class JobPath {

  static final String ENCODED = "base64url:";

  /** GET /schedules/{queue}/{id}/executions and GET /jobs/{queue}/{id}/explanation exist. */
  private static final Pattern NOT_CARRIED =
      Pattern.compile(
          "%s.*|.*[;\\\\].*|.*//.*|/.*|.*/|(.*/)?\\.{1,2}(/.*)?|.*/(executions|explanation)"
              .formatted(ENCODED),
          Pattern.DOTALL);

  @PathParam("queue")
  String queue = "";

  /** The job id; for an action also the name of the action. */
  @PathParam("id")
  String id = "";

  String queue() {
    return decoded(queue);
  }

  String id() {
    return decoded(id);
  }

  public JobKey key() {
    return key(queue(), id());
  }

  /** The action is the end of the path, because a job id may contain slashes. */
  public JobAction action() {
    int end = id.lastIndexOf('/');
    if (end < 0) {
      throw JobAction.unknown(id);
    }
    return new JobAction(key(queue(), decoded(id.substring(0, end))), id.substring(end + 1), id);
  }

  private static JobKey key(String queue, String id) {
    if (queue.isBlank() || id.isBlank() || !StorableText.isStorable(queue + id)) {
      throw Problem.NO_SUCH_JOB.with(queue, id);
    }
    return new JobKey(queue, id);
  }

  /** The path of a job, relative to the base of the API. */
  public static String of(JobKey key) {
    return of(List.of("jobs", key.queue(), key.jobId()));
  }

  /** A path, relative to the base of the API, whose parts may be names. */
  public static String of(List<String> parts) {
    String template =
        IntStream.range(0, parts.size())
            .mapToObj(i -> "{p" + i + "}")
            .collect(Collectors.joining("/"));
    Object[] names = parts.stream().map(JobPath::encoded).toArray();
    return UriBuilder.fromPath(template).build(names, false).toString();
  }

  private static String encoded(String name) {
    return NOT_CARRIED.matcher(name).matches()
        ? ENCODED + Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(UTF_8))
        : name;
  }

  /** The name that a part of a path carries. */
  public static String decoded(String name) {
    if (!name.startsWith(ENCODED)) {
      return name;
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(name.substring(ENCODED.length()));
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw Problem.BAD_PATH_NAME.with(name);
    }
  }
}
