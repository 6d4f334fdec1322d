package org.goodtiming.scheduler.operations.quarantine;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.encryption.Content;
import org.goodtiming.scheduler.encryption.DecryptionException;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Changes what a quarantined message holds, for operators, in the caller's transaction. */
@Singleton
public final class QuarantineMending {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final String PURPOSE = "change a quarantined message";

  private final Statements statements;
  private final Audit audit;
  private final PayloadCipher cipher;

  @Inject
  QuarantineMending(DataSource dataSource, Audit audit, PayloadCipher cipher) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
    this.cipher = cipher;
  }

  private record Kept(
      String stage, @Nullable String queue, @Nullable String jobId, String type, Content content) {

    static Kept of(ResultSet row) throws SQLException {
      return new Kept(
          row.getString("stage"),
          row.getString("queue"),
          row.getString("job_id"),
          row.getString("message_type"),
          new Content(row.getString("properties"), row.getBytes("body")));
    }

    /** Whether only the message itself contains the queue, as it does for a registration. */
    boolean namesQueueByProperty() {
      return stage.equals("registration");
    }
  }

  /**
   * Changes the row, whose registrant the operator then is; another request registers its content.
   *
   * @return false if there is no such row
   * @throws DecryptionException if it is encrypted, and cannot be decrypted
   */
  public boolean mend(String login, long id, QuarantineMend mend) {
    SqlText lock =
        new SqlText(
                "SELECT stage, queue, job_id, message_type, properties, CASE WHEN properties LIKE :encrypted THEN body END AS body FROM scheduler.quarantine WHERE id = :id FOR UPDATE")
            .set("encrypted", "%" + Content.KEY + "%")
            .set("id", id);
    List<Kept> found = statements.query(PURPOSE, lock, Kept::of);
    found.forEach(kept -> mend(login, id, kept, mend));
    return !found.isEmpty();
  }

  private void mend(String login, long id, Kept kept, QuarantineMend mend) {
    Changes changes = kept.content().isEncrypted() ? encrypted(kept, mend) : changes(kept, mend);
    SqlText sql =
        new SqlText(
                "SELECT scheduler.mend_quarantined(:id, :login, :queue, :properties, :type, :body::bytea)")
            .set("id", id)
            .set("login", login)
            .set("queue", mend.queue())
            .set("properties", changes.content().properties())
            .set("type", changes.type())
            .set("body", changes.content().body());
    statements.query(PURPOSE, sql, row -> row.getBoolean(1));
    audit.note(
        login, "mend quarantined", "quarantine row " + id, before(kept), after(mend).toString());
  }

  /** New values of the row; null leaves a value unchanged. */
  private record Changes(@Nullable String type, Content content) {}

  private static Changes changes(Kept kept, QuarantineMend mend) {
    QuarantineMend.Body body = mend.body();
    return new Changes(
        body == null ? null : body.type(),
        new Content(properties(kept, mend), body == null ? null : body.bytes()));
  }

  /** All of it, for its queue may be another one now. */
  private Changes encrypted(Kept kept, QuarantineMend mend) {
    String queue = Objects.requireNonNullElse(kept.queue(), "");
    Content plain = cipher.decrypted(queue, kept.content());
    Changes changes =
        changes(new Kept(kept.stage(), queue, kept.jobId(), kept.type(), plain), mend);
    Content mended =
        new Content(
            Objects.requireNonNullElse(changes.content().properties(), plain.properties()),
            Objects.requireNonNullElse(changes.content().body(), plain.body()));
    return new Changes(
        Objects.requireNonNullElse(changes.type(), kept.type()),
        cipher.encrypted(
            Objects.requireNonNullElse(mend.queue(), queue),
            Objects.requireNonNullElse(kept.jobId(), ""),
            mended));
  }

  private static @Nullable String properties(Kept kept, QuarantineMend mend) {
    JsonObjectBuilder patch =
        JSON.createObjectBuilder(
            mend.properties() == null ? JsonObject.EMPTY_JSON_OBJECT : mend.properties());
    if (mend.queue() != null && kept.namesQueueByProperty()) {
      patch.add(WireContract.QUEUE, mend.queue());
    }
    JsonObject changes = patch.build();
    return changes.isEmpty()
        ? null
        : JSON.createMergePatch(changes).apply(readable(kept.content().properties())).toString();
  }

  /** Replaces content that was written by hand and cannot be read. */
  private static JsonObject readable(@Nullable String properties) {
    try (var reader =
        JSON.createReader(new StringReader(Objects.requireNonNullElse(properties, "{}")))) {
      return reader.readObject();
    } catch (RuntimeException e) {
      return JsonObject.EMPTY_JSON_OBJECT;
    }
  }

  private static String before(Kept kept) {
    JsonObjectBuilder json = JSON.createObjectBuilder().add("stage", kept.stage());
    if (kept.queue() != null) {
      json.add("queue", kept.queue());
    }
    return json.build().toString();
  }

  /** Names, and no values: the audit holds no payload. */
  private static JsonObject after(QuarantineMend mend) {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    if (mend.queue() != null) {
      json.add("queue", mend.queue());
    }
    if (mend.properties() != null) {
      json.add("properties", JSON.createArrayBuilder(mend.properties().keySet()));
    }
    if (mend.body() != null) {
      json.add("bodyBytes", mend.body().bytes().length);
    }
    return json.build();
  }
}
