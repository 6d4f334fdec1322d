package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import org.goodtiming.scheduler.chaos.CommitCutter.Cut;
import org.goodtiming.scheduler.dev.Database;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The remains of a cut commit on PostgreSQL. */
@Nightly
class CommitCutIT {

  private static final String PREPARE = "PREPARE TRANSACTION 'commit-cut'";

  private final Database database = SystemStack.shared().devStack().database();
  private final Sql sql = new Sql(database.dataSource(DatabaseUser.SUPERUSER));
  private final CommitCutter cutter = CommitCutter.ofDatabase(DatabaseUser.SUPERUSER.role());
  private TcpProxy proxy;
  private Connection connection;

  @BeforeEach
  void connection_that_has_committed_before() throws Exception {
    sql.execute("CREATE TABLE commit_cut (number int)");
    proxy = TcpProxy.to(database.port(), cutter::tap);
    connection = connect();
    connection.setAutoCommit(false);
    insert(0);
    connection.commit();
  }

  @AfterEach
  void forget() throws Exception {
    connection.close();
    proxy.close();
    sql.execute("DROP TABLE commit_cut");
  }

  @Test
  void before_nothing_is_committed() throws Exception {
    commitFails(Cut.BEFORE);
    await().until(() -> sql.number(openTransactions()) == 0);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void after_and_in_the_answer_all_is_committed_though_no_client_learns_it() throws Exception {
    commitFails(Cut.AFTER);
    await().until(() -> rows() == 2);
    connection = connect();
    connection.setAutoCommit(false);
    commitFails(Cut.ANSWER);
    assertThat(rows()).isEqualTo(3);
  }

  @Test
  void preparing_counts_as_a_commit() throws Exception {
    insert(1);
    cutter.arm(Cut.ANSWER);
    try (var statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute(PREPARE)).isInstanceOf(SQLException.class);
    }
    assertThat(sql.values("SELECT gid FROM pg_prepared_xacts")).contains("commit-cut");
    sql.execute("ROLLBACK PREPARED 'commit-cut'");
  }

  @Test
  void connections_of_others_are_left_alone() throws Exception {
    var others = CommitCutter.ofDatabase("somebody else");
    try (var open = TcpProxy.to(database.port(), others::tap)) {
      others.arm(Cut.BEFORE);
      connection = connect(open);
      connection.setAutoCommit(false);
      insert(1);
      connection.commit();
    }
    assertThat(others.done()).isFalse();
    assertThat(rows()).isEqualTo(2);
  }

  private void commitFails(Cut cut) throws SQLException {
    insert(1);
    cutter.arm(cut);
    assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
    assertThat(cutter.done()).isTrue();
  }

  private void insert(int number) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("INSERT INTO commit_cut VALUES (%d)".formatted(number));
    }
  }

  private long rows() {
    return sql.number("SELECT count(*) FROM commit_cut");
  }

  private static String openTransactions() {
    return "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'commit cut' AND xact_start IS NOT NULL";
  }

  private Connection connect() throws SQLException {
    return connect(proxy);
  }

  private Connection connect(TcpProxy through) throws SQLException {
    var source = new PGSimpleDataSource();
    source.setUrl(database.url());
    source.setPortNumbers(new int[] {through.port()});
    source.setApplicationName("commit cut");
    source.setUser(DatabaseUser.SUPERUSER.role());
    source.setPassword(database.password(DatabaseUser.SUPERUSER));
    return source.getConnection();
  }
}
