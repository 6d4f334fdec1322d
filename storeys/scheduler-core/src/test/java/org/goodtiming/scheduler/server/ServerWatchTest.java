package org.goodtiming.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.goodtiming.scheduler.telemetry.RecordedLog;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerWatchTest {

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
    watch(null, this::ask).start();
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
            null,
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
    ServerWatch watch = watch(null, this::ask);
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
      Address address = new Address("127.0.0.1", listener.getLocalPort());
      ServerWatch watch = watch(address, this::ask);
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

  private ServerWatch watch(@Nullable Address address, Question question) {
    return watch(address, question, Duration.ofMinutes(1));
  }

  private ServerWatch watch(@Nullable Address address, Question question, Duration patience) {
    return new ServerWatch(state, address, question, patience, executor);
  }

  private void ask() throws IOException {
    questions.incrementAndGet();
    if (!up) {
      throw new IOException("down");
    }
  }
}
