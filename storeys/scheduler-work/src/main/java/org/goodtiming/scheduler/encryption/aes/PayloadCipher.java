package org.goodtiming.scheduler.encryption.aes;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.goodtiming.scheduler.config.work.EncryptionConfig;
import org.goodtiming.scheduler.config.work.WorkConfig;
import org.goodtiming.scheduler.encryption.Content;
import org.goodtiming.scheduler.encryption.ContentCodec;
import org.goodtiming.scheduler.encryption.DecryptionException;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts payload and {@code x_} properties together, bound to queue and job id (AES-256-GCM;
 * docs/adr/0087). Readable properties name the key and the job.
 */
@Singleton
public final class PayloadCipher implements ContentCodec {

  /** The cipher of nodes without keys, and of tests. */
  public static final PayloadCipher WITHOUT_KEYS = new PayloadCipher(EncryptionConfig.NONE);

  /** The job id for which it was encrypted: runs that are sent again have ids of their own. */
  public static final String JOB_ID = "scheduler_encryptedFor";

  private static final String OWN = "x_";
  private static final String ALGORITHM = "AES/GCM/NoPadding";
  private static final byte FORMAT = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private static final JsonProvider JSON = JsonProvider.provider();

  private final Map<String, SecretKey> keys;
  private final SecureRandom random = new SecureRandom();

  @Inject
  PayloadCipher(WorkConfig config) {
    this(config.encryption());
  }

  public PayloadCipher(EncryptionConfig config) {
    keys = config.keys();
  }

  @Override
  public boolean hasKey() {
    return !keys.isEmpty();
  }

  @Override
  public boolean isActive(String keyId) {
    return keys.keySet().stream().limit(1).anyMatch(keyId::equals);
  }

  @Override
  public Content encrypted(String queue, String jobId, Content plain) {
    if (keys.isEmpty()) {
      return NONE.encrypted(queue, jobId, plain);
    }
    String keyId = keys.keySet().iterator().next();
    JsonObjectBuilder readable = JSON.createObjectBuilder();
    JsonObjectBuilder secret = JSON.createObjectBuilder();
    if (plain.properties() != null) {
      object(plain.properties())
          .forEach((name, value) -> (name.startsWith(OWN) ? secret : readable).add(name, value));
    }
    byte[] properties = secret.build().toString().getBytes(UTF_8);
    byte[] body = plain.body() == null ? new byte[0] : plain.body();
    byte[] both =
        ByteBuffer.allocate(Integer.BYTES + properties.length + body.length)
            .putInt(properties.length)
            .put(properties)
            .put(body)
            .array();
    return new Content(
        readable.add(Content.KEY, keyId).add(JOB_ID, jobId).build().toString(),
        encrypt(keyId, context(queue, jobId), both));
  }

  @Override
  public Content decrypted(String queue, String jobId, Content stored) {
    if (!stored.isEncrypted()) {
      return stored;
    }
    return decrypted(queue, jobId, object(stored.properties()), stored.body());
  }

  @Override
  public Content decrypted(String queue, Content stored) {
    if (!stored.isEncrypted()) {
      return stored;
    }
    JsonObject properties = object(stored.properties());
    return decrypted(queue, properties.getString(JOB_ID, ""), properties, stored.body());
  }

  private Content decrypted(
      String queue, String jobId, JsonObject stored, byte @Nullable [] encrypted) {
    String keyId = stored.get(Content.KEY) instanceof JsonString text ? text.getString() : "";
    SecretKey key = keys.get(keyId);
    if (key == null) {
      throw DecryptionException.keyMissing(keyId);
    }
    try {
      ByteBuffer both = decrypt(key, context(queue, jobId), encrypted);
      byte[] properties = new byte[both.getInt()];
      both.get(properties);
      byte[] body = new byte[both.remaining()];
      both.get(body);
      JsonObjectBuilder all = JSON.createObjectBuilder(stored).remove(Content.KEY).remove(JOB_ID);
      object(new String(properties, UTF_8)).forEach(all::add);
      JsonObject json = all.build();
      return new Content(json.isEmpty() ? null : json.toString(), body);
    } catch (GeneralSecurityException | BufferUnderflowException e) {
      throw DecryptionException.notAuthentic(queue, jobId);
    }
  }

  private byte[] encrypt(String keyId, byte[] context, byte[] plain) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = Cipher.getInstance(ALGORITHM);
      cipher.init(Cipher.ENCRYPT_MODE, keys.get(keyId), new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(context);
      byte[] encrypted = cipher.doFinal(plain);
      return ByteBuffer.allocate(1 + NONCE_BYTES + encrypted.length)
          .put(FORMAT)
          .put(nonce)
          .put(encrypted)
          .array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  private static ByteBuffer decrypt(SecretKey key, byte[] context, byte @Nullable [] stored)
      throws GeneralSecurityException {
    ByteBuffer encrypted = ByteBuffer.wrap(stored == null ? new byte[0] : stored);
    if (encrypted.get() != FORMAT) {
      throw new GeneralSecurityException("unknown format");
    }
    byte[] nonce = new byte[NONCE_BYTES];
    encrypted.get(nonce);
    Cipher cipher = Cipher.getInstance(ALGORITHM);
    cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(context);
    ByteBuffer plain = ByteBuffer.allocate(encrypted.remaining());
    cipher.doFinal(encrypted, plain);
    return plain.flip();
  }

  /** The bound context; NUL separates its parts, because no name contains it. */
  private static byte[] context(String queue, String jobId) {
    return (FORMAT + "\0" + queue + "\0" + jobId).getBytes(UTF_8);
  }

  private static JsonObject object(@Nullable String text) {
    try (var reader = JSON.createReader(new StringReader(text == null ? "{}" : text))) {
      return reader.readObject();
    } catch (JsonException e) {
      throw new IllegalArgumentException("the properties are no JSON object", e);
    }
  }
}
