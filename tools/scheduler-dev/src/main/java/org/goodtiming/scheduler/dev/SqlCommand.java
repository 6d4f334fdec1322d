package org.goodtiming.scheduler.dev;

import java.io.PrintStream;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./scheduler sql}: SQL on the stack's database, where no psql is installed. */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = "Runs SQL statements on the scheduler's database and prints what they return.",
    footer = {"", "Example:  ./scheduler sql 'SELECT * FROM scheduler.ledger'"})
final class SqlCommand implements Callable<Integer> {
  @Mixin private StateArguments arguments = new StateArguments();

  @Option(
      names = "--as",
      paramLabel = "ROLE",
      defaultValue = "scheduler_read",
      description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
  private DatabaseUser user = DatabaseUser.READER;

  @Parameters(paramLabel = "SQL", description = "one or more statements, with ';' between them")
  private String sql = "";

  private final PrintStream out = System.out;

  @Override
  public Integer call() {
    try (var connection = new RunningStack(arguments.directory()).database(user).getConnection();
        var statement = connection.createStatement()) {
      print(statement, statement.execute(sql));
      return ExitCode.OK;
    } catch (SQLException e) {
      throw RunningStack.refused(user, e);
    }
  }

  private void print(Statement statement, boolean hasRows) throws SQLException {
    var more = hasRows;
    while (more || statement.getUpdateCount() >= 0) {
      out.println(
          more
              ? ResultTable.of(statement.getResultSet())
              : ResultTable.count(statement.getUpdateCount()) + " changed");
      more = statement.getMoreResults();
    }
  }
}
