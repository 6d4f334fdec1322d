package org.goodtiming.scheduler.operations.quarantine;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.job.JobPayload;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.job.RedactedPayloads;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads the quarantine, with the pool of readers. */
@Singleton
public final class QuarantineQueries {

  private static final String PURPOSE = "read the quarantine";

  private static final String COLUMNS =
      """
      SELECT id, quarantined_at, stage, code, reason, node, queue, job_id, message_id, line, sent_at, sent_by, mended_by, message_type,
             resubmit_requested_at, resubmit_requested_by, resubmit_refused_at, resubmit_refusal, <tag>
        FROM scheduler.quarantine
      """
          .replace("<tag>", EditedRow.QUARANTINED.tag());

  private final Statements statements;
  private final RedactedPayloads redacted;

  public QuarantineQueries(DataSource dataSource, Redaction redaction) {
    this(dataSource, redaction, PayloadCipher.WITHOUT_KEYS);
  }

  @Inject
  public QuarantineQueries(
      @Readers DataSource dataSource, Redaction redaction, PayloadCipher cipher) {
    statements = Statements.forClients(dataSource);
    redacted = new RedactedPayloads(redaction, cipher);
  }

  /** Groups by code and worker queue, of the latest rows, the largest first. */
  private static final String GROUPS =
      """
      SELECT code, queue, count(*) AS rows, min(quarantined_at) AS since, max(quarantined_at) AS latest_at,
             (array_agg(left(reason, 300) ORDER BY id DESC))[1] AS latest_reason
        FROM (SELECT id, code, queue, quarantined_at, reason FROM scheduler.quarantine ORDER BY id DESC LIMIT :searched) q
       GROUP BY code, queue ORDER BY rows DESC, latest_at DESC LIMIT 20
      """;

  private static final String RUN_AGAIN =
      """
      ) q WHERE EXISTS (SELECT FROM scheduler.execution e
                         WHERE e.run_again_of
                               = substring(q.properties FROM 'scheduler_fireId"[ :]+"([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})"')::uuid)
      """;

  /** The largest number of rows that are grouped. */
  private static final int SEARCHED = 10_000;

  /** The rows that a list shows; null stands for all. */
  public record Filter(@Nullable String queue, @Nullable String stage, @Nullable String code) {}

  /** Selects all rows of the list. */
  public static SqlText all(Filter filter) {
    return filtered(new SqlText("SELECT FROM scheduler.quarantine\n"), filter);
  }

  /** How many rows the list has, counted up to {@link JobQueries#COUNT_CAP} and one. */
  public int count(Filter filter) {
    SqlText inner =
        filtered(new SqlText("SELECT 1 FROM scheduler.quarantine\n"), filter)
            .then("LIMIT :limit", JobCount.CAP + 1);
    return statements
        .query(PURPOSE, inner.inside("SELECT count(*) FROM (", ") found"), row -> row.getInt(1))
        .get(0);
  }

  /** How many rows of the list, of the latest, are of runs that were run again. */
  public int countRunAgain(Filter filter) {
    SqlText latest =
        filtered(new SqlText("SELECT properties FROM scheduler.quarantine\n"), filter)
            .and("stage = 'execution'", true)
            .then("ORDER BY id DESC LIMIT :limit", SEARCHED);
    return statements
        .query(PURPOSE, latest.inside("SELECT count(*) FROM (", RUN_AGAIN), row -> row.getInt(1))
        .get(0);
  }

  /** The groups of rows that have the same code and worker queue. */
  public List<Row> groups() {
    return statements.query(PURPOSE, new SqlText(GROUPS).set("searched", SEARCHED), Row::of);
  }

  /** A page, the latest row first, of rows before that id, or of all. */
  public RowPage list(Filter filter, @Nullable Long before, int size) {
    SqlText sql =
        filtered(new SqlText(COLUMNS), filter)
            .and("id < :id_before", before)
            .then("ORDER BY id DESC LIMIT :limit", size + 1);
    return RowPage.of(statements.query(PURPOSE, sql, Row::of), size, "id");
  }

  private static SqlText filtered(SqlText sql, Filter filter) {
    return sql.and("queue = :queue", filter.queue())
        .and("stage = :stage", filter.stage())
        .and("code = :code", filter.code());
  }

  /** Without its payload; empty if there is no such row. */
  public Optional<Row> find(long id) {
    SqlText sql = new SqlText(COLUMNS).and("id = :id", id);
    return statements.find(PURPOSE, sql, Row::of);
  }

  /** The payload of the message. */
  public Optional<JobPayload> payload(long id) {
    SqlText sql =
        new SqlText(
                "SELECT queue, message_type = 'text' AS is_text, coalesce(body, '') AS body, properties FROM scheduler.quarantine\n")
            .and("id = :id", id);
    return statements.find(
        PURPOSE,
        sql,
        row ->
            redacted.of(
                row.getString("queue"),
                new JobPayload(
                    row.getBoolean("is_text"),
                    row.getBytes("body"),
                    null,
                    row.getString("properties"),
                    false)));
  }
}
