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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * The jobs whose ends a job waits for.
 *
 * @param keys no two are equal
 * @param ifOneFails a keyword of the wire contract
 * @param timeout how long a parent may be unknown
 */
public record JobParents(List<JobKey> keys, String ifOneFails, Duration timeout) {

  /** The properties that say it. */
  static final Set<JobProperty> PROPERTIES =
      Set.of(JobProperty.AFTER, JobProperty.IF_PARENT_FAILS, JobProperty.PARENT_TIMEOUT);

  private static final Duration DEFAULT_TIMEOUT = Duration.ofDays(1);
  private static final JsonProvider JSON = JsonProvider.provider();

  /** Those of the job; null if it waits for none. */
  public static @Nullable JobParents of(NewJob job) {
    Map<JobProperty, Object> carried = job.envelope().carried();
    Object after = carried.get(JobProperty.AFTER);
    if (after == null) {
      return null;
    }
    Object timeout = carried.get(JobProperty.PARENT_TIMEOUT);
    return new JobParents(
        read(after.toString()),
        Objects.requireNonNullElse(
                carried.get(JobProperty.IF_PARENT_FAILS), WireContract.IF_PARENT_FAILS_HOLD)
            .toString(),
        timeout == null ? DEFAULT_TIMEOUT : Duration.parse(timeout.toString()));
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
