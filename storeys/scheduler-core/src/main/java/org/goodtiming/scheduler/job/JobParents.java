package org.goodtiming.scheduler.job;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * The jobs, and the job batch, whose ends a job waits for.
 *
 * @param keys no two are equal
 * @param batch id of the job batch; null if there is none
 * @param onFailure whether the job waits for a failure of the batch, and for nothing else
 * @param ifOneFails a keyword of the wire contract
 * @param timeout how long a parent may be unknown
 */
public record JobParents(
    List<JobKey> keys,
    @Nullable String batch,
    boolean onFailure,
    String ifOneFails,
    Duration timeout) {

  /** The properties that name parents. */
  private static final Set<JobProperty> NAMES =
      EnumSet.of(JobProperty.AFTER, JobProperty.AFTER_BATCH, JobProperty.ON_BATCH_FAILURE);

  /** The properties that say it. */
  static final Set<JobProperty> PROPERTIES =
      Set.of(
          JobProperty.AFTER,
          JobProperty.AFTER_BATCH,
          JobProperty.ON_BATCH_FAILURE,
          JobProperty.IF_PARENT_FAILS,
          JobProperty.PARENT_TIMEOUT);

  private static final Duration DEFAULT_TIMEOUT = Duration.ofDays(1);
  private static final JsonProvider JSON = JsonProvider.provider();

  /** Those of the job; null if it waits for none. */
  public static @Nullable JobParents of(NewJob job) {
    Map<JobProperty, Object> carried = job.envelope().carried();
    if (!areIn(carried)) {
      return null;
    }
    Object after = carried.get(JobProperty.AFTER);
    Object failing = carried.get(JobProperty.ON_BATCH_FAILURE);
    Object batch = failing == null ? carried.get(JobProperty.AFTER_BATCH) : failing;
    Object timeout = carried.get(JobProperty.PARENT_TIMEOUT);
    return new JobParents(
        after == null ? List.of() : read(after.toString()),
        batch == null ? null : batch.toString(),
        failing != null,
        failing == null
            ? carried
                .getOrDefault(JobProperty.IF_PARENT_FAILS, WireContract.IF_PARENT_FAILS_HOLD)
                .toString()
            : WireContract.IF_PARENT_FAILS_CANCEL,
        timeout == null ? DEFAULT_TIMEOUT : Duration.parse(timeout.toString()));
  }

  /** Whether the properties name parents. */
  static boolean areIn(Map<JobProperty, Object> carried) {
    return NAMES.stream().anyMatch(carried::containsKey);
  }

  /**
   * Whether properties of the wire contract name parents.
   *
   * @param has whether a property of that name is given
   */
  public static boolean areNamed(Predicate<String> has) {
    return NAMES.stream().map(JobProperty::wireName).anyMatch(has);
  }

  /** How many there are. */
  public int count() {
    return keys.size() + (batch == null ? 0 : 1);
  }

  /** The queues of those of the job. */
  public static Stream<String> queues(NewJob job) {
    return Stream.ofNullable(of(job))
        .flatMap(parents -> parents.keys.stream())
        .map(JobKey::queue)
        .distinct();
  }

  /**
   * Reads {@code queue/jobId}, or a JSON array of such strings. The name of a queue has no slash
   * and does not begin with a bracket.
   *
   * @throws IllegalArgumentException if it is neither, or names no job
   */
  public static List<JobKey> read(String text) {
    List<JobKey> keys =
        text.startsWith("[")
            ? array(text).stream().map(JobParents::key).distinct().toList()
            : List.of(key(text));
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("it names no job");
    }
    return keys;
  }

  /** The text form of keys. */
  public static String write(Collection<JobKey> keys) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    keys.forEach(key -> array.add(key.toString()));
    return array.build().toString();
  }

  private static List<String> array(String text) {
    try (JsonReader json = JSON.createReader(new StringReader(text))) {
      return json.readArray().stream().map(JobParents::string).toList();
    } catch (JsonException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String string(JsonValue value) {
    if (value instanceof JsonString string) {
      return string.getString();
    }
    throw new IllegalArgumentException("it has " + value);
  }

  private static JobKey key(String text) {
    int slash = text.indexOf('/');
    return new JobKey(text.substring(0, Math.max(0, slash)), text.substring(slash + 1));
  }
}
