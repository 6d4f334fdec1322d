package org.goodtiming.scheduler.encryption.aes;

import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.goodtiming.scheduler.config.work.EncryptionConfig;

/** Keys for tests: each id has a key of its own. */
public final class Keys {

  private Keys() {}

  /**
   * @param ids the active key first
   */
  public static PayloadCipher cipher(String... ids) {
    Map<String, SecretKey> keys = new LinkedHashMap<>();
    for (String id : ids) {
      byte[] key = new byte[32];
      for (int i = 0; i < key.length; i++) {
        key[i] = (byte) (id.hashCode() * 31 + i);
      }
      keys.put(id, new SecretKeySpec(key, "AES"));
    }
    return new PayloadCipher(new EncryptionConfig(keys));
  }
}
