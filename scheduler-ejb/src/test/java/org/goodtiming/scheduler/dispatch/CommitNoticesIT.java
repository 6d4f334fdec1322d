package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import jakarta.transaction.Status;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskThreads;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.LocalSynchronizations;
import org.goodtiming.scheduler.job.DueSignal;
import org.junit.jupiter.api.Test;

/** A leader, node-1, and another node. */
class CommitNoticesIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final TaskThreads threads = new TaskThreads(Thread::new, Runnable::run);
  private final AtomicLong nanoTime = new AtomicLong();
  private final DueSignal leader = new DueSignal(null, nanoTime::get);
  private final AtomicBoolean goesOn = new AtomicBoolean(true);
  private final LocalSynchronizations transaction = new LocalSynchronizations();

  @Test
  void a_commit_of_another_node_ends_the_rest_of_the_leader() {
    CompletableFuture<Void> hearing = hear(database.lastResource());
    await()
        .until(
            () -> {
              nanoTime.addAndGet(Duration.ofSeconds(5).toNanos());
              return leader.rests();
            });
    commitOf("node-3");
    await().until(() -> !leader.rests());

    goesOn.set(false);
    hearing.join();
    nanoTime.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(leader.rests()).as("it hears no more").isFalse();
  }

  @Test
  void a_leader_that_cannot_hear_rests_only_when_it_is_alone() {
    hear(database.lease()).join();
    nanoTime.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(leader.rests()).isFalse();
    leader.setAlone(true);
    assertThat(leader.rests()).isTrue();
  }

  @Test
  void a_connection_that_fails_listens_no_more() throws SQLException {
    try (Connection kept = database.lastResource().getConnection();
        Statement statement = kept.createStatement()) {
      assertThat(hear(new Failing(kept).dataSource())).failsWithin(Duration.ofMinutes(1));
      ResultSet channels = statement.executeQuery("SELECT count(*) FROM pg_listening_channels()");
      channels.next();
      assertThat(channels.getInt(1)).isZero();
    }
  }

  /** Of the pool, and which cannot be read from. */
  private record Failing(Connection connection) {

    DataSource dataSource() {
      Connection lent = proxy(Connection.class, (self, method, values) -> call(method, values));
      return proxy(DataSource.class, (self, method, values) -> lent);
    }

    private Object call(Method method, Object[] values) throws Exception {
      return switch (method.getName()) {
        case "getClientInfo" -> throw new SQLException("lost");
        case "close" -> null;
        default -> method.invoke(connection, values);
      };
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
      return type.cast(
          Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
  }

  @Test
  void a_notice_is_a_run_of_the_node_and_leaves_no_thread() {
    List<Thread> senders = new CopyOnWriteArrayList<>();
    AtomicInteger runs = new AtomicInteger();
    TaskThreads ofNode =
        new TaskThreads(
            work -> {
              Thread sender = new Thread(work);
              senders.add(sender);
              return sender;
            },
            run -> {
              run.run();
              runs.incrementAndGet();
            });
    DueSignal signal = new DueSignal(transaction);
    CommitNotices notices = new CommitNotices(database.lease(), "node-3", signal, ofNode);
    notices.atStart();
    signal.changedAfterCommit();
    transaction.end(Status.STATUS_COMMITTED);
    await().until(() -> runs.get() == 1);
    await().until(() -> senders.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void a_commit_during_the_end_of_the_node_is_not_told() {
    DueSignal signal = new DueSignal(transaction);
    CommitNotices notices = new CommitNotices(database.lease(), "node-3", signal, threads);
    notices.atStart();
    notices.end();
    signal.changedAfterCommit();
    assertThatCode(() -> transaction.end(Status.STATUS_COMMITTED)).doesNotThrowAnyException();
  }

  private CompletableFuture<Void> hear(DataSource dataSource) {
    CommitNotices notices = new CommitNotices(dataSource, "node-1", leader, threads);
    return CompletableFuture.runAsync(
        () -> {
          try {
            notices.run(repetition());
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void commitOf(String node) {
    DueSignal signal = new DueSignal(transaction);
    CommitNotices notices = new CommitNotices(database.lease(), node, signal, threads);
    notices.atStart();
    signal.changedAfterCommit();
    transaction.end(Status.STATUS_COMMITTED);
    notices.end();
  }

  private Repetition repetition() {
    return new Repetition() {
      @Override
      public boolean goesOn() {
        return goesOn.get();
      }

      @Override
      public void failed(String what, Throwable failure) {
        throw new AssertionError(what, failure);
      }
    };
  }
}
