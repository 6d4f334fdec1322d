package org.goodtiming.scheduler.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresFrontendTest {

  private static final int PROTOCOL_3 = 196_608;
  private static final int SSL_REQUEST = 80_877_103;

  private final PostgresFrontend frontend = PostgresFrontend.ofCommits();

  @BeforeEach
  void connects() {
    assertThat(frontend.commits(startup(SSL_REQUEST, ""))).isFalse();
    assertThat(frontend.commits(startup(PROTOCOL_3, "user\0scheduler_xa\0database\0d\0\0")))
        .isFalse();
  }

  @Test
  void startup_names_the_user() {
    assertThat(frontend.user()).isEqualTo("scheduler_xa");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"COMMIT", " commit ", "COMMIT PREPARED 'a'", "PREPARE TRANSACTION 'a'", "COMMIT;"})
  void a_commit_is_one_as_a_simple_query_and_as_a_statement(String query) {
    assertThat(frontend.commits(message('Q', query + "\0"))).isTrue();
    assertThat(frontend.commits(message('P', "\0" + query + "\0\0\0"))).isFalse();
    assertThat(frontend.commits(message('B', "\0\0"))).isFalse();
    assertThat(frontend.commits(message('E', "\0"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"BEGIN", "ROLLBACK", "ROLLBACK PREPARED 'a'", "SELECT 'COMMIT'", "COMMITTED", ""})
  void everything_else_is_none(String query) {
    assertThat(frontend.commits(message('Q', query + "\0"))).isFalse();
    assertThat(frontend.commits(message('P', "\0" + query + "\0"))).isFalse();
    assertThat(frontend.commits(message('B', "\0\0"))).isFalse();
    assertThat(frontend.commits(message('E', "\0"))).isFalse();
  }

  @Test
  void a_prepare_differs_from_a_commit() {
    var prepares = PostgresFrontend.ofPrepares();
    prepares.commits(startup(PROTOCOL_3, "user\0scheduler_xa\0\0"));
    assertThat(prepares.commits(message('Q', "COMMIT\0"))).isFalse();
    assertThat(prepares.commits(message('Q', "COMMIT PREPARED 'a'\0"))).isFalse();
    assertThat(prepares.commits(message('Q', "PREPARE TRANSACTION 'a'\0"))).isTrue();
  }

  @Test
  void a_statement_with_a_name_is_executed_again_without_its_text() {
    frontend.commits(message('P', "S_1\0COMMIT\0"));
    frontend.commits(message('P', "\0SELECT 1\0"));
    frontend.commits(message('B', "\0\0"));
    assertThat(frontend.commits(message('E', "\0"))).isFalse();
    frontend.commits(message('B', "\0S_1\0"));
    assertThat(frontend.commits(message('E', "\0"))).isTrue();
  }

  @Test
  void a_commit_that_comes_in_pieces_is_seen_with_the_last_one() {
    var whole = message('Q', "COMMIT\0");
    for (int i = 0; i < whole.limit() - 1; i++) {
      assertThat(frontend.commits(whole.slice(i, 1))).as("byte %d", i).isFalse();
    }
    assertThat(frontend.commits(whole.slice(whole.limit() - 1, 1))).isTrue();
  }

  @Test
  void several_messages_in_one_piece_are_all_read() {
    var parse = message('P', "\0COMMIT\0");
    var bind = message('B', "\0\0");
    var execute = message('E', "\0");
    var all = ByteBuffer.allocate(parse.limit() + bind.limit() + execute.limit());
    assertThat(frontend.commits(all.put(parse).put(bind).put(execute).flip())).isTrue();
  }

  private static ByteBuffer startup(int code, String text) {
    var bytes = text.getBytes(UTF_8);
    return ByteBuffer.allocate(8 + bytes.length)
        .putInt(8 + bytes.length)
        .putInt(code)
        .put(bytes)
        .flip();
  }

  private static ByteBuffer message(char type, String text) {
    var bytes = text.getBytes(UTF_8);
    return ByteBuffer.allocate(5 + bytes.length)
        .put((byte) type)
        .putInt(4 + bytes.length)
        .put(bytes)
        .flip();
  }
}
