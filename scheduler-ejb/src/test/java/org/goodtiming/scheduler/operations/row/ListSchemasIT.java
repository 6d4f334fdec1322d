package org.goodtiming.scheduler.operations.row;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.batch.BatchQueries;
import org.goodtiming.scheduler.operations.cluster.LeaseQueries;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.overview.FailureQueries;
import org.goodtiming.scheduler.operations.overview.OverviewQueries;
import org.goodtiming.scheduler.operations.pause.PauseQueries;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.operations.schedule.CalendarQueries;
import org.goodtiming.scheduler.operations.schedule.DefinitionQueries;
import org.goodtiming.scheduler.operations.user.ApiUsers;
import org.goodtiming.scheduler.operations.user.GrantQueries;
import org.goodtiming.scheduler.operations.webhook.WebhookQueries;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of a list have the members that openapi.json tells of them, and no others. */
class ListSchemasIT {

  private static final Path DOCUMENT =
      Path.of("..", "scheduler-web", "src", "main", "resources", "openapi.json");

  /** How the description of a member begins that lists do not have. */
  private static final String SINGLE = "only in the answer for one";

  /** The members that the node adds to the rows of the database. */
  private static final Set<String> EXPLAINED = Set.of("causes", "limits", "problem");

  private interface Lister {
    Object list(DataSource dataSource) throws ReflectiveOperationException;
  }

  private final Set<String> columns = new TreeSet<>();

  static Stream<Arguments> lists() {
    return Stream.of(
        list("Lease", of -> make(LeaseQueries.class, of).leases()),
        list("LeaseHolder", of -> make(LeaseQueries.class, of).history("default", null, 10)),
        list("Node", of -> make(LeaseQueries.class, of).nodes()),
        list("DispatchPause", of -> make(PauseQueries.class, of).list()),
        list("TransactionInDoubt", of -> make(OverviewQueries.class, of).inDoubt()),
        list("QuarantineRow", of -> quarantine(of).list(ALL, null, 10)),
        list("QuarantineGroup", of -> quarantine(of).groups()),
        list("HeldGroup", of -> make(FailureQueries.class, of).held()),
        list("FailingSchedule", of -> make(FailureQueries.class, of).schedules()),
        list("FailureGroup", of -> make(FailureQueries.class, of).errors()),
        list("BatchOperation", of -> batches(of).list(null, 10)),
        list("WorkerQueue", of -> make(WorkerQueueQueries.class, of).list()),
        list("Calendar", of -> make(CalendarQueries.class, of).list()),
        list("Definition", of -> new DefinitionQueries(of, Redaction.NONE).list()),
        list("Webhook", of -> make(WebhookQueries.class, of).list()),
        list("User", of -> make(ApiUsers.class, of).list()),
        list("Grant", of -> make(GrantQueries.class, of).list()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lists")
  void members_are_those_of_the_document(String schema, Lister lister) throws Exception {
    lister.list(noting(ContractDatabase.shared().xa(), DataSource.class));
    columns.remove(Row.TAG);
    columns.removeAll(EXPLAINED);
    assertThat(columns).isEqualTo(described(schema));
  }

  private static Set<String> described(String schema) throws IOException {
    try (var reader = Json.createReader(Files.newBufferedReader(DOCUMENT))) {
      JsonObject schemas = reader.readObject().getJsonObject("components").getJsonObject("schemas");
      Set<String> names = new TreeSet<>();
      schemas
          .getJsonObject(schema)
          .getJsonObject("properties")
          .forEach(
              (name, property) -> {
                String inner = property.asJsonObject().getString("$ref", "");
                if (!inner.isEmpty()) {
                  JsonObject of = schemas.getJsonObject(inner.replaceFirst(".*/", ""));
                  of.getJsonObject("properties")
                      .keySet()
                      .forEach(each -> names.add(Row.camelCase(name + "_" + each)));
                } else if (!property
                    .asJsonObject()
                    .getString("description", "")
                    .startsWith(SINGLE)) {
                  names.add(name);
                }
              });
      names.removeAll(EXPLAINED);
      return names;
    }
  }

  /** Notes the columns of each result that is read through it. */
  private <T> T noting(T target, Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return noted(method.invoke(target, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private Object noted(Object answer) throws SQLException {
    if (answer instanceof Connection connection) {
      return noting(connection, Connection.class);
    }
    if (answer instanceof PreparedStatement statement) {
      return noting(statement, PreparedStatement.class);
    }
    if (answer instanceof ResultSet rows) {
      ResultSetMetaData of = rows.getMetaData();
      for (int i = 1; i <= of.getColumnCount(); i++) {
        columns.add(Row.camelCase(of.getColumnLabel(i)));
      }
    }
    return answer;
  }

  private static final QuarantineQueries.Filter ALL =
      new QuarantineQueries.Filter(null, null, null);

  private static Arguments list(String schema, Lister lister) {
    return Arguments.of(schema, lister);
  }

  private static QuarantineQueries quarantine(DataSource dataSource) {
    return new QuarantineQueries(dataSource, Redaction.NONE);
  }

  private static BatchQueries batches(DataSource dataSource) {
    JobQueries jobs = new JobQueries(dataSource, Redaction.NONE);
    return new BatchQueries(dataSource, jobs, quarantine(dataSource));
  }

  private static <T> T make(Class<T> type, DataSource dataSource)
      throws ReflectiveOperationException {
    var constructor = type.getDeclaredConstructor(DataSource.class);
    constructor.setAccessible(true);
    return constructor.newInstance(dataSource);
  }
}
