package org.goodtiming.scheduler.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** What the worker of a job gets to know of the ends of its parents. */
public final class ParentEnds {

  private static final JsonProvider JSON = JsonProvider.provider();

  private final Statements statements;

  public ParentEnds(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /** The end of a job, or of a job batch. */
  public sealed interface AnyEnd permits End, BatchEnd {

    String state();

    JsonObjectBuilder json(boolean withResult);
  }

  /**
   * The end of a job batch.
   *
   * @param counts of its members, by the names of the text form; empty if it is unknown
   * @param message what is wrong with the batch itself; null if nothing is
   */
  public record BatchEnd(
      String id, String state, Map<String, Integer> counts, @Nullable String message)
      implements AnyEnd {

    private static final List<String> COUNTS =
        List.of("total", "finished", "failed", "cancelled", "missing");

    private static BatchEnd of(ResultSet row) throws SQLException {
      Map<String, Integer> counts = new LinkedHashMap<>();
      for (String count : COUNTS) {
        Integer value = row.getObject(count, Integer.class);
        if (value != null) {
          counts.put(count, value);
        }
      }
      return new BatchEnd(
          row.getString("batch"), row.getString("state"), counts, row.getString("batch_message"));
    }

    @Override
    public JsonObjectBuilder json(boolean withResult) {
      JsonObjectBuilder json = JSON.createObjectBuilder().add("batch", id).add("state", state);
      counts.forEach(json::add);
      addIfKnown(json, "message", message);
      return json;
    }
  }

  /**
   * The end of a parent.
   *
   * @param fireId of its run; null if there was none
   * @param message of its worker or the scheduler; null if there is none
   * @param resultKind TEXT, JSON or BYTES; null if there is no result, or it is too large
   */
  public record End(
      String queue,
      String jobId,
      String state,
      @Nullable String fireId,
      @Nullable String message,
      @Nullable String resultKind,
      byte @Nullable [] result)
      implements AnyEnd {

    private static End of(ResultSet row) throws SQLException {
      return new End(
          row.getString("queue"),
          row.getString("job_id"),
          row.getString("state"),
          row.getString("run"),
          row.getString("message"),
          row.getString("result_kind"),
          row.getBytes("result"));
    }

    @Override
    public JsonObjectBuilder json(boolean withResult) {
      JsonObjectBuilder json =
          JSON.createObjectBuilder().add("queue", queue).add("jobId", jobId).add("state", state);
      addIfKnown(json, "fireId", fireId);
      addIfKnown(json, "message", message);
      if (withResult && result != null && resultKind != null) {
        addResult(json, resultKind, result);
      }
      return json;
    }

    private static void addResult(JsonObjectBuilder json, String kind, byte[] result) {
      switch (kind) {
        case "TEXT" -> json.add("result", new String(result, UTF_8));
        case "JSON" -> json.add("resultJson", value(new String(result, UTF_8)));
        default -> json.add("resultBase64", Base64.getEncoder().encodeToString(result));
      }
    }

    private static JsonValue value(String text) {
      try (JsonReader reader = JSON.createReader(new StringReader(text))) {
        return reader.readValue();
      } catch (JsonException e) {
        return JSON.createValue(text);
      }
    }
  }

  private static void addIfKnown(JsonObjectBuilder json, String name, @Nullable String value) {
    if (value != null) {
      json.add(name, value);
    }
  }

  /**
   * The text form of ends. One that is too long has no results, and as many ends as fit; each of
   * them says that it is cut.
   */
  public static String write(List<? extends AnyEnd> ends) {
    JsonArrayBuilder all = JSON.createArrayBuilder();
    ends.forEach(end -> all.add(end.json(true)));
    String text = all.build().toString();
    return text.length() <= WireContract.MAX_PARENTS_LENGTH ? text : cut(ends);
  }

  private static String cut(List<? extends AnyEnd> ends) {
    StringJoiner cut = new StringJoiner(",", "[", "]");
    for (AnyEnd end : ends) {
      String text = end.json(false).add("cut", true).build().toString();
      if (cut.length() + 1 + text.length() > WireContract.MAX_PARENTS_LENGTH) {
        break;
      }
      cut.add(text);
    }
    return cut.toString();
  }

  /** The jobs, of which those after others know the ends of these. */
  public List<ClaimedJob> addTo(List<ClaimedJob> jobs) {
    List<UUID> children =
        jobs.stream().filter(ParentEnds::isChild).map(ClaimedJob::fireId).sorted().toList();
    if (children.isEmpty()) {
      return jobs;
    }
    Map<UUID, List<AnyEnd>> ends = read(children);
    return jobs.stream()
        .map(job -> isChild(job) ? with(job, ends.getOrDefault(job.fireId(), List.of())) : job)
        .toList();
  }

  private static boolean isChild(ClaimedJob job) {
    return JobParents.areIn(job.envelope().carried());
  }

  /** Returns a copy of the job that knows the ends of its parents. */
  public static ClaimedJob with(ClaimedJob job, List<? extends AnyEnd> ends) {
    Map<JobProperty, Object> carried = new EnumMap<>(JobProperty.class);
    carried.putAll(job.envelope().carried());
    // The first is enough to know a further attempt by; all can be more than a message carries
    carried.computeIfPresent(
        JobProperty.AFTER,
        (property, all) -> JobParents.write(JobParents.read(all.toString()).subList(0, 1)));
    carried.put(JobProperty.PARENTS, write(ends));
    return job.with(job.envelope().carrying(carried));
  }

  // Those that have not finished come first
  private Map<UUID, List<AnyEnd>> read(List<UUID> children) {
    String sql =
        """
        SELECT p.fire_id, p.queue, p.job_id, p.run, coalesce(p.state, 'UNKNOWN') AS state, left(e.message, 200) AS message, e.result_kind,
               CASE WHEN octet_length(r.body) <= :most THEN r.body END AS result,
               p.batch, b.total, b.finished, b.failed, b.cancelled, b.missing, b.message AS batch_message
          FROM unnest(:children::uuid[]) AS c (fire_id)
               CROSS JOIN LATERAL (SELECT * FROM scheduler.job_parent x WHERE x.fire_id = c.fire_id
                                    ORDER BY x.state = 'FINISHED', x.number LIMIT :parents) p
               LEFT JOIN scheduler.execution e ON e.fire_id = p.run
               LEFT JOIN scheduler.execution_result r ON r.fire_id = p.run
               LEFT JOIN scheduler.job_batch b ON b.id = p.batch AND b.run = p.run
         ORDER BY p.fire_id, p.state = 'FINISHED', p.number
        """;
    Map<UUID, List<AnyEnd>> ends = new HashMap<>();
    statements.query(
        "read the ends of the parents of %d jobs".formatted(children.size()),
        new SqlText(sql)
            .set("children", children, UUID::toString)
            .set("most", WireContract.MAX_PARENT_RESULT_BYTES)
            .set("parents", WireContract.MAX_PARENTS_DELIVERED),
        row ->
            ends.computeIfAbsent(Columns.fireId(row), id -> new ArrayList<>())
                .add(row.getString("batch") == null ? End.of(row) : BatchEnd.of(row)));
    return ends;
  }
}
