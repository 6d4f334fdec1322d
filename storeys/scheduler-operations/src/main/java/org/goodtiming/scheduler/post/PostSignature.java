package org.goodtiming.scheduler.post;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs a message by Standard Webhooks 1.0, with HMAC-SHA256. */
final class PostSignature {

  private static final String ALGORITHM = "HmacSHA256";

  private PostSignature() {}

  /** Value of the header {@code webhook-signature}: one signature for each secret. */
  static String of(List<String> secrets, String id, Instant at, byte[] body) {
    byte[] begin = "%s.%d.".formatted(id, at.getEpochSecond()).getBytes(UTF_8);
    return secrets.stream()
        .map(secret -> "v1," + Base64.getEncoder().encodeToString(mac(secret, begin, body)))
        .collect(Collectors.joining(" "));
  }

  private static byte[] mac(String secret, byte[] begin, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM));
      mac.update(begin);
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("each Java platform has " + ALGORITHM, e);
    }
  }
}
