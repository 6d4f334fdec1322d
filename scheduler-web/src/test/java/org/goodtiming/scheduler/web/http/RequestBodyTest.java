package org.goodtiming.scheduler.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBodyTest {

  private static final RegistrationConfig LIMITS =
      new RegistrationConfig(1, 1, 100, 10, new RegistrationConfig.Bulk(1_000, 1_000_000));

  @Test
  void an_object_is_read() {
    assertThat(RequestBody.parse("{\"body\": [[1]]}").orElseThrow().getJsonArray("body"))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "[]", "1", "{", "{\"a\":}", "nonsense"})
  void a_text_that_is_no_json_object_is_refused(String text) {
    assertThat(RequestBody.parse(text)).isEmpty();
    assertThat(refusal(() -> RequestBody.object(text)))
        .startsWith("400 SCHED-0901 the request is not exactly one JSON object (see its character");
  }

  @Test
  void json_that_is_nested_too_deeply_is_refused() {
    String deep = "[".repeat(20_000) + "]".repeat(20_000);

    assertThat(RequestBody.parse("{\"body\": " + deep + "}")).isEmpty();
  }

  @Test
  void a_body_may_be_optional() {
    assertThat(RequestBody.optionalObject(stream(" \r\n"))).isEmpty();
    assertThat(RequestBody.optionalObject(stream("{\"a\": 1}"))).hasSize(1);
    assertThat(refusal(() -> RequestBody.optionalObject(stream("[]"))))
        .startsWith("400 SCHED-0901");
  }

  @Test
  void an_operators_request_has_up_to_ten_thousand_bytes() {
    assertThat(RequestBody.small(stream("x".repeat(10_000)))).hasSize(10_000);
    assertThat(refusal(() -> RequestBody.small(stream("x".repeat(10_001)))))
        .isEqualTo("413 SCHED-0911 the request's body has more than 10000 bytes: send less");
  }

  @Test
  void clients_that_fall_silent_leave_threads_for_other_requests() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    CountDownLatch silent = new CountDownLatch(RequestBody.MAX_CONCURRENT);
    CountDownLatch end = new CountDownLatch(1);
    List<Future<String>> receiving = new ArrayList<>();
    try {
      for (int i = 0; i < RequestBody.MAX_CONCURRENT; i++) {
        receiving.add(threads.submit(() -> RequestBody.small(silent(silent, end))));
      }
      silent.await();

      assertThat(refusal(() -> RequestBody.small(stream("{}"))))
          .isEqualTo(
              "503 SCHED-0674 too many bodies of requests are being received at the same time: send the request again");
    } finally {
      end.countDown();
      threads.shutdown();
    }
    for (Future<String> each : receiving) {
      assertThat(each.get()).isEmpty();
    }
    assertThat(RequestBody.small(stream("{}"))).isEqualTo("{}");
  }

  /** A stream that announces the first read, and ends on request. */
  private static InputStream silent(CountDownLatch begun, CountDownLatch end) {
    return new InputStream() {
      @Override
      public int read() {
        begun.countDown();
        try {
          end.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return -1;
      }
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1000 | 408 SCHED-0968 the request's body has not arrived within 20 s: send the request again
          2    | 413 SCHED-0911 the request's body has more than 2 bytes: send less
          """)
  void a_body_that_drips_is_refused_after_twenty_seconds(int mostBytes, String refusal) {
    long[] now = {Long.MAX_VALUE - 5};
    InputStream drops =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] buffer, int offset, int length) {
            now[0] += 3_000_000_000L;
            buffer[offset] = 'x';
            return 1;
          }
        };

    assertThat(refusal(() -> RequestBody.read(drops, mostBytes, () -> now[0]))).isEqualTo(refusal);
    assertThat(now[0] - (Long.MAX_VALUE - 5)).isLessThanOrEqualTo(24_000_000_000L);
  }

  @Test
  void a_job_may_be_as_large_as_its_limits_with_each_byte_as_an_escape() {
    assertThat(RequestBody.ofJob(stream("x".repeat(660)), LIMITS)).hasSize(660);
    assertThat(refusal(() -> RequestBody.ofJob(stream("x".repeat(661)), LIMITS)))
        .isEqualTo("413 SCHED-0911 the request's body has more than 660 bytes: send less");
  }

  @Test
  void the_limit_counts_bytes_and_not_characters() {
    assertThat(refusal(() -> RequestBody.read(stream("ää"), 3))).startsWith("413 SCHED-0911");
    assertThat(RequestBody.read(stream("ää"), 4)).isEqualTo("ää");
  }

  @Test
  void a_body_that_is_too_large_is_read_to_its_end_so_that_its_client_reads_the_answer() {
    InputStream body = stream("x".repeat(100_000));

    assertThat(refusal(() -> RequestBody.small(body))).startsWith("413");
    assertThat(body).isEmpty();
  }

  @Test
  void reading_a_body_without_end_stops() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };

    assertThat(refusal(() -> RequestBody.small(endless))).startsWith("413");
  }

  @Test
  void a_body_in_another_encoding_is_refused() {
    InputStream latin = new ByteArrayInputStream("{\"name\": \"ä\"}".getBytes(ISO_8859_1));

    assertThat(refusal(() -> RequestBody.object(latin)))
        .isEqualTo("400 SCHED-0912 the request's body is not UTF-8: encode it in UTF-8");
  }

  @Test
  void a_broken_connection_is_no_refusal() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("reset");
          }
        };

    assertThatThrownBy(() -> RequestBody.small(broken))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("reset");
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }
}
