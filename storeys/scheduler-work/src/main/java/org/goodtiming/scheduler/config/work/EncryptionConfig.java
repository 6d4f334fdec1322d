package org.goodtiming.scheduler.config.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.goodtiming.scheduler.config.Settings;

/**
 * Keys that encrypt payloads and properties of jobs in the database.
 *
 * @param keys AES keys of 256 bits by their ids; the first one encrypts, all decrypt
 */
public record EncryptionConfig(Map<String, SecretKey> keys) {

  /** The configuration of a node without keys, which cannot encrypt. */
  public static final EncryptionConfig NONE = new EncryptionConfig(Map.of());

  private static final String KEYS = "scheduler.encryption.keys";
  private static final String FILE = "scheduler.encryption.keys-file";
  private static final Pattern ENTRY = Pattern.compile("([A-Za-z0-9._-]{1,50})=(\\S+)");
  private static final int KEY_BYTES = 32;

  public EncryptionConfig {
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
  }

  public static EncryptionConfig from(Settings settings) {
    Map<String, SecretKey> keys = new LinkedHashMap<>();
    entries(settings).forEach(entry -> add(entry, keys, settings));
    return new EncryptionConfig(keys);
  }

  private static List<String> entries(Settings settings) {
    String text = settings.text(KEYS, "");
    String file = settings.text(FILE, "");
    return Arrays.stream((text.isEmpty() ? content(file, settings) : text).split("[,\\s]+"))
        .filter(each -> !each.isEmpty())
        .toList();
  }

  private static String content(String file, Settings settings) {
    try {
      return file.isEmpty() ? "" : Files.readString(Path.of(file));
    } catch (IOException | RuntimeException e) {
      settings.require(
          false,
          "SCHED-0052 %s is %s, which cannot be read (%s): name a file with lines such as 2026=BASE64, which the server's user can read",
          FILE,
          file,
          e);
      return "";
    }
  }

  /** Adds a key. Messages omit its value, which must not reach a log. */
  private static void add(String text, Map<String, SecretKey> keys, Settings settings) {
    Matcher entry = ENTRY.matcher(text);
    byte[] key = entry.matches() ? decoded(entry.group(2)) : new byte[0];
    boolean valid = key.length == KEY_BYTES && !keys.containsKey(entry.group(1));
    settings.require(
        valid,
        "SCHED-0047 entry %d of the encryption keys is wrong: each must be an id of up to 50 letters, digits, dots, hyphens and underscores, =, and a key of its own of %d random bytes in base64 (openssl rand -base64 32); the first one encrypts",
        keys.size() + 1,
        KEY_BYTES);
    if (valid) {
      keys.put(entry.group(1), new SecretKeySpec(key, "AES"));
    }
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  /** Omits the keys, which must not reach a log. */
  @Override
  public String toString() {
    return "EncryptionConfig" + keys.keySet();
  }
}
