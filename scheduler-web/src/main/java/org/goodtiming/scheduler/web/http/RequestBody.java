package org.goodtiming.scheduler.web.http;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParsingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.schema.InputSchema;

/** Reads the body of a request, up to a limit. */
public final class RequestBody {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final int MAX_OF_AN_OPERATOR = 10_000;
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final int MAX_DRAINED = 32 * 1024 * 1024;

  /** JSON may write each byte as an escape of six. */
  private static final int BYTES_OF_AN_ESCAPE = 6;

  /** Limits concurrent bodies: of the server's 64 threads some must remain for other requests. */
  static final int MAX_CONCURRENT = 40;

  private static final Semaphore RECEIVING = new Semaphore(MAX_CONCURRENT);

  private RequestBody() {}

  /** A request that may carry as much as a job. */
  public static String ofJob(InputStream body, RegistrationConfig limits) {
    return read(body, (limits.maxBodyBytes() + limits.maxPropertyBytes()) * BYTES_OF_AN_ESCAPE);
  }

  /** The JSON object of an operator's request, which is small. */
  public static JsonObject object(InputStream body) {
    return object(small(body));
  }

  /** The JSON object of an operator's request that may have a schema of payloads. */
  public static JsonObject withSchema(InputStream body) {
    return object(read(body, MAX_OF_AN_OPERATOR + InputSchema.MAX_BYTES * BYTES_OF_AN_ESCAPE));
  }

  /** The object of a request whose body is optional. */
  public static JsonObject optionalObject(InputStream body) {
    String text = small(body);
    return text.isBlank() ? JsonValue.EMPTY_JSON_OBJECT : object(text);
  }

  /** The text of an operator's request. */
  public static String small(InputStream body) {
    return read(body, MAX_OF_AN_OPERATOR);
  }

  public static JsonObject object(String body) {
    try (var reader = JSON.createReader(new StringReader(body))) {
      return reader.readObject();
    } catch (JsonParsingException e) {
      long character = Math.min(e.getLocation().getColumnNumber(), body.length());
      throw Problem.NO_OBJECT.with(character);
    } catch (RuntimeException e) {
      // Parsson has no specific exception for JSON that is nested too deeply
      throw Problem.NO_OBJECT.with(body.length());
    }
  }

  /** Empty if it is no JSON object, or one that is nested too deeply to be read. */
  static Optional<JsonObject> parse(String body) {
    try {
      return Optional.of(object(body));
    } catch (ProblemException e) {
      return Optional.empty();
    }
  }

  /** Most clients read no answer before they have sent all, and the server closes unread ones. */
  private static void drain(InputStream body, BooleanSupplier isTooLate) throws IOException {
    byte[] buffer = new byte[8192];
    long left = MAX_DRAINED;
    for (int read = 0; read >= 0 && left > 0 && !isTooLate.getAsBoolean(); left -= read) {
      read = body.read(buffer);
    }
  }

  static String read(InputStream body, int mostBytes) {
    return read(body, mostBytes, System::nanoTime);
  }

  static String read(InputStream body, int mostBytes, LongSupplier nanoTime) {
    if (!RECEIVING.tryAcquire()) {
      throw Problem.BODIES_AT_ONCE.with();
    }
    try {
      return receive(body, mostBytes, nanoTime);
    } finally {
      RECEIVING.release();
    }
  }

  private static String receive(InputStream body, int mostBytes, LongSupplier nanoTime) {
    try {
      long deadline = nanoTime.getAsLong() + DEADLINE.toNanos();
      BooleanSupplier isTooLate = () -> nanoTime.getAsLong() - deadline > 0;
      byte[] bytes = bytes(body, mostBytes + 1, isTooLate);
      if (bytes.length > mostBytes) {
        drain(body, isTooLate);
        throw Problem.TOO_LARGE.with(mostBytes);
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Problem.NOT_UTF_8.with();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A body that drips would keep a thread for as long as its sender likes. */
  private static byte[] bytes(InputStream body, int limit, BooleanSupplier isTooLate)
      throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    int count = 0;
    while (count >= 0 && read.size() < limit) {
      if (isTooLate.getAsBoolean()) {
        throw Problem.TOO_SLOW.with(DEADLINE.toSeconds());
      }
      count = body.read(buffer, 0, Math.min(buffer.length, limit - read.size()));
      read.write(buffer, 0, Math.max(0, count));
    }
    return read.toByteArray();
  }
}
