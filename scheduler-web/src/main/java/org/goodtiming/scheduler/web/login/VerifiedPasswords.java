package org.goodtiming.scheduler.web.login;

import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Caches which password matches which stored hash: clients send the password with each request, and
 * verifying it takes a tenth of a second of processor time. If the hash has changed, the password
 * is verified again.
 */
final class VerifiedPasswords {

  private static final int USERS = 1_000;
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key = new SecretKeySpec(randomKey(), ALGORITHM);
  private final Map<String, byte[]> byHash = Collections.synchronizedMap(new BoundedMap<>(USERS));

  boolean has(String storedHash, char[] password) {
    byte[] known = byHash.get(storedHash);
    return known != null && MessageDigest.isEqual(known, digest(password));
  }

  void add(String storedHash, char[] password) {
    byHash.put(storedHash, digest(password));
  }

  private byte[] digest(char[] password) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(StandardCharsets.UTF_8.encode(CharBuffer.wrap(password)));
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] randomKey() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
