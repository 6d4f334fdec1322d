package org.goodtiming.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.goodtiming.scheduler.config.Address;
import org.goodtiming.scheduler.telemetry.RecordedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerWatchTest {

  private static final Listeners NONE = new Listeners(List.of());

  private final RecordedLog log = new RecordedLog();
  private final ServerState state = new ServerState(Server.DATABASE, log, InstantSource.system());
  private final ScheduledExecutorService executor =
      Executors.newScheduledThreadPool(ServerWatch.THREADS);
  private final AtomicInteger questions = new AtomicInteger();
  private volatile boolean up = true;

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void a_server_is_asked_again_and_again() {
    watch(NONE, this::ask).start();
    await().until(() -> state.observation().answers());
    up = false;
    await().until(() -> !state.observation().answers());
    up = true;
    await().until(() -> state.observation().answers());
  }

  @Test
  void a_question_that_hangs_is_not_asked_twice_and_nobody_waits_for_it() {
    CountDownLatch end = new CountDownLatch(1);
    ServerWatch watch =
        watch(
            NONE,
            () -> {
              questions.incrementAndGet();
              end.await();
            },
            Duration.ofMillis(100));
    watch.look();
    watch.look();
    await().until(questions::get, count -> count > 0);
    watch.look();
    assertThat(questions).hasValue(1);
    assertThat(state.observation().error()).isEqualTo("TimeoutException: no answer within PT0.1S");
    end.countDown();
    await()
        .until(
            () -> {
              watch.look();
              return state.observation().answers();
            });
  }

  @Test
  void whoever_fails_finds_out_at_once_whether_the_server_is_away() {
    ServerWatch watch = watch(NONE, this::ask);
    watch.look();
    assertThat(watch.explains(new IOException("bad message"))).isFalse();
    up = false;
    assertThat(watch.explains(new IOException("no session"))).isTrue();
    assertThat(watch.explains(new IOException("no session"))).isTrue();
    assertThat(questions).hasValue(3);
  }

  @Test
  void a_server_that_is_away_is_not_asked_before_it_listens_again() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      ServerWatch watch = watch(new Listeners(List.of(address(listener))), this::ask);
      watch.look();
      assertThat(state.observation().answers()).isTrue();
      up = false;
      watch.look();
      listener.close();
      watch.look();
      assertThat(questions).hasValue(2);
      assertThat(state.observation().error()).startsWith("ConnectException: ").doesNotContain("\n");
    }
  }

  @Test
  void a_pair_is_asked_when_the_other_one_listens() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket first = new ServerSocket(0, 50, loopback);
        ServerSocket second = new ServerSocket(0, 50, loopback)) {
      ServerWatch watch = watch(new Listeners(List.of(address(first), address(second))), this::ask);
      watch.look();
      first.close();
      up = false;
      watch.look();
      up = true;
      watch.look();
      watch.look();
      assertThat(state.observation().answers()).isTrue();
      up = false;
      second.close();
      watch.look();
      watch.look();
      assertThat(state.observation().error())
          .contains("127.0.0.1:" + address(first).port(), "127.0.0.1:" + address(second).port());
    }
  }

  private static Address address(ServerSocket listener) {
    return new Address("127.0.0.1", listener.getLocalPort());
  }

  private ServerWatch watch(Listeners listeners, Question question) {
    return watch(listeners, question, Duration.ofMinutes(1));
  }

  private ServerWatch watch(Listeners listeners, Question question, Duration patience) {
    return new ServerWatch(state, listeners, question, patience, executor);
  }

  private void ask() throws IOException {
    questions.incrementAndGet();
    if (!up) {
      throw new IOException("down");
    }
  }
}
