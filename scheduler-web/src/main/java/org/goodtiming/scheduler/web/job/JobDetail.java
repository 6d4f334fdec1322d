package org.goodtiming.scheduler.web.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import jakarta.ws.rs.core.EntityTag;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.job.JobFamily;
import org.goodtiming.scheduler.operations.job.JobView;
import org.goodtiming.scheduler.web.http.IfMatch;
import org.jspecify.annotations.Nullable;

/**
 * A job with its latest executions.
 *
 * @param waiting null if only executions are left of it
 * @param executions the newest first; empty if the job is not tracked
 */
record JobDetail(
    JobKey key, @Nullable JobView waiting, List<ExecutionStatus> executions, JobFamily family) {

  private static final JsonProvider JSON = JsonProvider.provider();

  /**
   * Between the tag of the waiting job, which has no such character, and that of the executions.
   */
  private static final String SEPARATOR = "-";

  JobDetail(JobKey key, @Nullable JobView waiting, List<ExecutionStatus> executions) {
    this(key, waiting, executions, JobFamily.NONE);
  }

  /** Whether the job neither waits nor has an execution. */
  boolean isEmpty() {
    return waiting == null && executions.isEmpty();
  }

  EntityTag tag() {
    String job = waiting == null ? "" : waiting.tag();
    boolean isAlone = executions.isEmpty() && family.equals(JobFamily.NONE);
    return new EntityTag(isAlone ? job : job + SEPARATOR + tagOfOthers());
  }

  private UUID tagOfOthers() {
    String all =
        executions.stream()
            .map(each -> each.fireId() + ExecutionJson.tag(each))
            .collect(Collectors.joining(" ", "", family.tag()));
    return UUID.nameUUIDFromBytes(all.getBytes(UTF_8));
  }

  /** A change depends on the waiting job only: its executions may go on meanwhile. */
  static Condition condition(@Nullable String ifMatch) {
    Condition condition = IfMatch.read(ifMatch);
    Set<String> tags = condition.tags();
    return tags == null
        ? condition
        : new Condition(tags.stream().map(JobDetail::ofJob).collect(Collectors.toSet()));
  }

  private static String ofJob(String tag) {
    int end = tag.indexOf(SEPARATOR);
    return end < 0 ? tag : tag.substring(0, end);
  }

  /**
   * @param base of the API, with a slash at its end
   */
  JsonObjectBuilder json(URI base) {
    JsonArrayBuilder all = JSON.createArrayBuilder();
    executions.forEach(each -> all.add(ExecutionJson.link(each, base)));
    JsonObjectBuilder json = job().add("waiting", waiting != null).add("executions", all);
    FamilyJson.addTo(json, family);
    return json;
  }

  private JsonObjectBuilder job() {
    return waiting == null ? FamilyJson.json(key) : JobJson.of(waiting);
  }
}
