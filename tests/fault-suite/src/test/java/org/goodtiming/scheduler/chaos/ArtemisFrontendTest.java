package org.goodtiming.scheduler.chaos;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ArtemisFrontendTest {

  private static final byte NULL_RESPONSE = 21;
  private static final byte CREDITS = 80;
  private static final byte ACKNOWLEDGE = 41;
  private static final byte COMMIT = 43;
  private static final byte SEND = 71;

  private final ArtemisFrontend frontend = new ArtemisFrontend();

  @BeforeEach
  void connects() {
    assertThat(frontend.endWith(ByteBuffer.wrap("ARTEMIS".getBytes(US_ASCII)))).isFalse();
  }

  @Test
  void a_commit_after_a_message_was_sent_is_one_and_the_next_is_none() {
    assertThat(frontend.endWith(packet(SEND))).isFalse();
    assertThat(frontend.endWith(packet(COMMIT))).isTrue();
    assertThat(frontend.endWith(packet(COMMIT))).isFalse();
  }

  @Test
  void a_commit_of_a_transaction_that_only_consumed_is_none() {
    assertThat(frontend.endWith(packet(ACKNOWLEDGE))).isFalse();
    assertThat(frontend.endWith(packet(COMMIT))).isFalse();
  }

  @Test
  void a_commit_that_comes_in_pieces_is_seen_with_the_last_one() {
    frontend.endWith(packet(SEND));
    var whole = packet(COMMIT);
    for (int i = 0; i < whole.limit() - 1; i++) {
      assertThat(frontend.endWith(whole.slice(i, 1))).as("byte %d", i).isFalse();
    }
    assertThat(frontend.endWith(whole.slice(whole.limit() - 1, 1))).isTrue();
  }

  @Test
  void several_packets_in_one_piece_are_all_read() {
    var send = packet(SEND);
    var commit = packet(COMMIT);
    var all = ByteBuffer.allocate(send.limit() + commit.limit());
    assertThat(frontend.endWith(all.put(send).put(commit).flip())).isTrue();
  }

  @Test
  void an_unrequested_message_of_the_broker_is_no_answer() {
    var credits = packet(CREDITS);
    var answer = packet(NULL_RESPONSE);
    assertThat(frontend.answeredWith(credits)).isFalse();
    assertThat(frontend.answeredWith(answer.slice(0, 5))).isFalse();
    assertThat(frontend.answeredWith(answer.slice(5, answer.limit() - 5))).isTrue();
    var both = ByteBuffer.allocate(credits.limit() + answer.limit());
    both.put(credits).put(packet(NULL_RESPONSE)).flip();
    assertThat(frontend.answeredWith(both)).isTrue();
  }

  /** A type, a channel and a body. */
  private static ByteBuffer packet(byte type) {
    return ByteBuffer.allocate(16).putInt(12).put(type).putLong(7).put(new byte[3]).flip();
  }
}
