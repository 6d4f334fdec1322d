package org.goodtiming.scheduler.operations.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTokenTest {

  @Test
  void a_token_is_long_and_no_two_are_alike() {
    assertThat(Stream.generate(SessionToken::random).limit(1_000).map(SessionToken::text))
        .doesNotHaveDuplicates()
        .allSatisfy(text -> assertThat(text).hasSize(43));
  }

  @Test
  void a_token_is_read_as_it_was_written() {
    SessionToken token = SessionToken.random();

    assertThat(SessionToken.parse(token.text())).contains(token);
  }

  @Test
  void its_hash_is_sha_256() {
    SessionToken token = new SessionToken("abc");

    assertThat(HexFormat.of().formatHex(token.hash()))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void its_text_does_not_show_in_a_log() {
    SessionToken token = SessionToken.random();

    assertThat(token.toString()).doesNotContain(token.text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "short",
        "0123456789012345678901234567890123456789012\n",
        "012345678901234567890123456789012345678901;",
        "01234567890123456789012345678901234567890123"
      })
  void other_texts_are_no_tokens(String text) {
    assertThat(SessionToken.parse(text)).isEmpty();
  }
}
