package org.goodtiming.scheduler.operations;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Changes what a quarantined message holds, for operators, in the caller's transaction. */
final class QuarantineMending {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final String PURPOSE = "change a quarantined message";

  private final Statements statements;
  private final Audit audit;

  public QuarantineMending(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  private record Kept(String stage, @Nullable String queue, String properties) {

    static Kept of(ResultSet row) throws SQLException {
      return new Kept(row.getString("stage"), row.getString("queue"), row.getString("properties"));
    }

    /** For a registration, only the message itself contains the queue. */
    boolean namesQueueByProperty() {
      return stage.equals("registration");
    }
  }

  /**
   * Changes the row, whose registrant the operator then is; another request registers its content.
   *
   * @return false if there is no such row
   */
  boolean mend(String login, long id, QuarantineMend mend) {
    SqlText lock =
        new SqlText(
            "SELECT stage, queue, properties FROM scheduler.quarantine WHERE id = ? FOR UPDATE",
            id);
    List<Kept> found = statements.query(PURPOSE, lock, Kept::of);
    found.forEach(kept -> mend(login, id, kept, mend));
    return !found.isEmpty();
  }

  private void mend(String login, long id, Kept kept, QuarantineMend mend) {
    QuarantineMend.Body body = mend.body();
    SqlText sql =
        new SqlText(
            "SELECT scheduler.mend_quarantined(?, ?, ?, ?, ?, ?::bytea)",
            id,
            login,
            mend.queue(),
            properties(kept, mend),
            body == null ? null : body.type(),
            body == null ? null : body.bytes());
    statements.query(PURPOSE, sql, row -> row.getBoolean(1));
    audit.note(
        login, "mend quarantined", "quarantine row " + id, before(kept), after(mend).toString());
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
        : JSON.createMergePatch(changes).apply(readable(kept.properties())).toString();
  }

  /** Replaces content that was written by hand and cannot be read. */
  private static JsonObject readable(String properties) {
    try (var reader = JSON.createReader(new StringReader(properties))) {
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
