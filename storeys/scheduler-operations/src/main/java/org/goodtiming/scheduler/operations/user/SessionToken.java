package org.goodtiming.scheduler.operations.user;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.encryption.Sha256;

/** The secret of a session: 256 random bits in base64url. The database keeps its hash only. */
public record SessionToken(String text) {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;
  private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9_-]{43}");

  static SessionToken random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return new SessionToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Empty if no token has this text. */
  public static Optional<SessionToken> parse(String text) {
    return TEXT.matcher(text).matches() ? Optional.of(new SessionToken(text)) : Optional.empty();
  }

  /** A fast hash, because nobody can guess a token. */
  byte[] hash() {
    return Sha256.of(text.getBytes(US_ASCII));
  }

  /** Logs and stack traces do not show the token. */
  @Override
  public String toString() {
    return "SessionToken";
  }
}
