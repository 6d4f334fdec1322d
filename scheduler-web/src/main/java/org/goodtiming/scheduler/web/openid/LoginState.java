package org.goodtiming.scheduler.web.openid;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.encryption.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Binds the answer of a provider to the browser that has begun the login. The browser keeps it in a
 * cookie, so that any node can end what another has begun.
 *
 * @param state comes back with the answer
 * @param nonce comes back in the token
 * @param verifier proves to the provider who has begun the login (PKCE, RFC 7636)
 */
public record LoginState(String state, String nonce, String verifier) {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9_-]{43}\\.){2}[A-Za-z0-9_-]{43}");

  public static LoginState random() {
    return new LoginState(randomText(), randomText(), randomText());
  }

  private static String randomText() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return BASE64.encodeToString(bytes);
  }

  /** Empty if the text is not that of a state. */
  public static Optional<LoginState> parse(String text) {
    if (!TEXT.matcher(text).matches()) {
      return Optional.empty();
    }
    String[] parts = text.split("\\.");
    return Optional.of(new LoginState(parts[0], parts[1], parts[2]));
  }

  public String text() {
    return state + "." + nonce + "." + verifier;
  }

  /** Whether an answer of the provider is for this browser. */
  public boolean isStateOf(@Nullable String answer) {
    return answer != null
        && MessageDigest.isEqual(state.getBytes(US_ASCII), answer.getBytes(US_ASCII));
  }

  /** The challenge by which the provider recognizes the verifier. */
  String challenge() {
    return BASE64.encodeToString(Sha256.of(verifier.getBytes(US_ASCII)));
  }

  /** Hides the state from logs and stack traces. */
  @Override
  public String toString() {
    return "LoginState";
  }
}
