package org.goodtiming.scheduler.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StorableTextTest {

  private static final String SMILE = "\ud83d\ude00";

  @Test
  void whole_pairs_and_control_characters_are_storable() {
    assertThat(StorableText.isStorable("a\n\t\u0001ä" + SMILE)).isTrue();
    assertThat(StorableText.mended("a\n\u0001" + SMILE)).isEqualTo("a\n\u0001" + SMILE);
  }

  @Test
  void nul_is_encodable_but_not_storable() {
    assertThat(StorableText.isEncodable("\0")).isTrue();
    assertThat(StorableText.isStorable("\0")).isFalse();
    assertThat(StorableText.mended("a\0b")).isEqualTo("a\ufffdb");
  }

  @Test
  void half_pairs_are_neither() {
    assertThat(StorableText.isEncodable("\ud83d")).isFalse();
    assertThat(StorableText.isStorable("\ude00\ud83d")).isFalse();
    assertThat(StorableText.mended("\ude00a" + SMILE + "\ud83d"))
        .isEqualTo("\ufffda" + SMILE + "\ufffd");
  }

  @Test
  void utf16_keeps_half_of_a_surrogate_pair() {
    String text = "a\ud83db";

    assertThat(StorableText.ofUtf16(StorableText.utf16(text))).isEqualTo(text);
  }
}
